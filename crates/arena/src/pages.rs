//! The pages: in the program itself, or from a folder for those who work on them.

use crate::chairs::hexadecimal;
use crate::error::Refusal;
use crate::protocol::Code;
use axum::body::Body;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

#[derive(Embed)]
#[folder = "web/"]
struct Web;

/// What differs between the pages, in `pages.json`.
#[derive(Deserialize)]
struct Head {
    title: String,
    /// The module in `js/`; the name of the page by default.
    script: Option<String>,
    /// Style sheets in `css/`, beside those that all pages have.
    #[serde(default)]
    styles: Vec<String>,
}

/// The page or file of a path: `/` is the page `index`, `/tron` is the page `tron`.
pub(crate) fn page(folder: Option<&Path>, path: &str, headers: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let hidden = name.split('/').any(|part| part.starts_with('.')) || name == TEMPLATE;
    if !name.chars().all(plain) || hidden || name == MISSING {
        return missing(folder, headers);
    }
    let name = if name.is_empty() { "index" } else { name };
    let filled = fill(folder, name.strip_suffix(".html").unwrap_or(name));
    let page = filled.map(|content| ("page.html", content));
    let Some((kind, content)) = page.or_else(|| Some((name, read(folder, name)?))) else {
        return missing(folder, headers);
    };
    let tag = format!("\"{}\"", hexadecimal(&Sha256::digest(&content)[..8]));
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let head = [(ETAG, tag), (CACHE_CONTROL, "no-cache".to_string())];
    if known {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let body = match content {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    (head, [(CONTENT_TYPE, content_type(kind))], body).into_response()
}

/// The frame of every page.
const TEMPLATE: &str = "template.html";

/// The page for addresses that have none.
const MISSING: &str = "missing";

/// A page: the template with what `pages.json` says of it.
fn fill(folder: Option<&Path>, name: &str) -> Option<Cow<'static, [u8]>> {
    let pages = read(folder, "pages.json")?;
    let pages: HashMap<String, Head> = serde_json::from_slice(&pages)
        .inspect_err(|error| tracing::error!(%error, "pages.json"))
        .ok()?;
    let Head { title, script, styles } = pages.get(name)?;
    let template = read(folder, TEMPLATE)?;
    let style = |name: &String| format!("<link rel=\"stylesheet\" href=\"/css/{name}.css\">\n");
    let page = str::from_utf8(&template)
        .ok()?
        .replace("{title}", &title.replace('&', "&amp;").replace('<', "&lt;"))
        .replace("{styles}", &styles.iter().map(style).collect::<String>())
        .replace("{script}", script.as_deref().unwrap_or(name));
    Some(Cow::Owned(page.into_bytes()))
}

fn read(folder: Option<&Path>, name: &str) -> Option<Cow<'static, [u8]>> {
    match folder {
        None => Web::get(name).map(|file| file.data),
        Some(folder) => {
            let path = folder.join(name);
            path.is_file().then(|| std::fs::read(path).ok().map(Cow::Owned)).flatten()
        }
    }
}

/// That there is no such page: a page for a browser, an error for a program.
fn missing(folder: Option<&Path>, headers: &HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    let html = accepted.is_some_and(|accepted| accepted.contains("text/html"));
    match fill(folder, MISSING).filter(|_| html) {
        Some(page) => {
            let kind = [(CONTENT_TYPE, content_type("page.html"))];
            (StatusCode::NOT_FOUND, kind, Body::from(page.into_owned())).into_response()
        }
        None => Refusal::new(Code::NotFound, "there is no such page").into_response(),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(path: &str) -> Response {
        page(None, path, &HeaderMap::new())
    }

    #[test]
    fn pages_have_types_and_tags() {
        let index = get("/connect-four");
        assert_eq!(index.status(), StatusCode::OK);
        assert_eq!(index.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
        let again = HeaderMap::from_iter([(IF_NONE_MATCH, index.headers()[ETAG].clone())]);
        assert_eq!(page(None, "/connect-four", &again).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(get("/connect-four.html").status(), StatusCode::OK);
    }

    #[test]
    fn every_page_has_its_files() {
        let pages: HashMap<String, Head> =
            serde_json::from_slice(&read(None, "pages.json").unwrap()).unwrap();
        assert!(pages.len() >= 8);
        for (name, head) in &pages {
            let page = String::from_utf8(fill(None, name).unwrap().into_owned()).unwrap();
            assert!(!page.contains('{'), "{page}");
            let quoted = page.split('"').filter(|text| text.starts_with('/'));
            for file in quoted.filter(|text| text.contains('.')) {
                assert_eq!(get(file).status(), StatusCode::OK, "{name}: {file}");
            }
            assert!(page.contains("<title>") && !head.title.is_empty());
        }
        let title = fill(None, "cops-and-robbers").unwrap();
        assert!(str::from_utf8(&title).unwrap().contains("<title>Cops &amp; Robbers"));
    }

    #[test]
    fn nothing_outside_of_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let from_folder =
            |path: &str| page(Some(&folder), path, &HeaderMap::new()).status() == StatusCode::OK;
        assert!(from_folder("/connect-four") && from_folder("/css/tokens.css"));
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/.git",
            "/nothing",
            "/template.html",
        ] {
            assert!(!from_folder(path), "{path}");
            assert_eq!(get(path).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn a_browser_is_told_in_a_page_that_there_is_none() {
        let browser = HeaderMap::from_iter([(ACCEPT, "text/html,*/*;q=0.8".parse().unwrap())]);
        for path in ["/nothing", "/missing", "/.git"] {
            for (headers, kind) in
                [(&browser, "text/html; charset=utf-8"), (&HeaderMap::new(), "application/json")]
            {
                let answer = page(None, path, headers);
                assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
                assert_eq!(answer.headers()[CONTENT_TYPE], kind, "{path}");
            }
        }
    }
}
