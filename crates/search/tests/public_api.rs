//! The public interface of the crate, written down, so that a change of it is seen.
//!
//! The listing is made from the source: every item that a program can name, with its public fields,
//! variants and methods, and the traits that it implements by hand. What is hidden from the
//! documentation is not in it. After a change that is meant:
//! `INSTA_UPDATE=always cargo test -p spinney-search --test public_api`.

use quote::{ToTokens, quote};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use syn::{Attribute, Field, Ident, ImplItem, Item, ItemImpl, TraitItem, UseTree, Visibility};

#[test]
fn the_public_interface_is_as_written_down() {
    let mut source = Source::default();
    source.modules.insert(String::new(), true);
    source.read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "lib", "");
    source.export();
    insta::assert_snapshot!(source.listing());
}

/// An item, and what it has.
#[derive(Clone)]
struct Listed {
    public: bool,
    head: String,
    members: Vec<String>,
}

#[derive(Default)]
struct Source {
    /// Items by the path of their module and by their name.
    items: BTreeMap<(String, String), Listed>,
    /// Whether a module can be named, by its path.
    modules: BTreeMap<String, bool>,
    /// Public re-exports: the module, the path that it names, and the last name of that.
    exports: Vec<(String, String, String)>,
    /// Methods and traits by the name of the type.
    impls: BTreeMap<String, Vec<String>>,
}

impl Source {
    /// Reads a module and those below it.
    fn read(&mut self, folder: &Path, file: &str, path: &str) {
        let source = std::fs::read_to_string(folder.join(format!("{file}.rs")))
            .or_else(|_| std::fs::read_to_string(folder.join(file).join("mod.rs")))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let below = if path.is_empty() { folder.to_path_buf() } else { folder.join(file) };
        for item in syn::parse_file(&source).expect("the crate compiles").items {
            self.item(&item, &below, path);
        }
    }

    fn item(&mut self, item: &Item, folder: &Path, path: &str) {
        match item {
            Item::Mod(module) if !is_hidden(&module.attrs) => {
                let name = module.ident.to_string();
                let inner = join(path, &name);
                self.modules.insert(inner.clone(), self.modules[path] && is_pub(&module.vis));
                match &module.content {
                    Some((_, items)) => items.iter().for_each(|i| self.item(i, folder, &inner)),
                    None => self.read(folder, &name, &inner),
                }
            }
            Item::Use(import) if is_pub(&import.vis) && !is_hidden(&import.attrs) => {
                self.import(&import.tree, path, "");
            }
            Item::Impl(block) => self.implementation(block),
            Item::Fn(f) => self.add(path, (&f.sig.ident, &f.vis, &f.attrs), &f.sig, vec![]),
            Item::Const(c) => {
                let (name, ty) = (&c.ident, &c.ty);
                self.add(path, (name, &c.vis, &c.attrs), quote!(const #name: #ty), vec![]);
            }
            Item::Type(t) => {
                let (name, generics, ty) = (&t.ident, &t.generics, &t.ty);
                let head = quote!(type #name #generics = #ty);
                self.add(path, (name, &t.vis, &t.attrs), head, vec![]);
            }
            Item::Struct(s) => {
                let public = s.fields.iter().filter(|field| is_pub(&field.vis));
                let (name, generics) = (&s.ident, &s.generics);
                let members = public.map(field).collect();
                self.add(path, (name, &s.vis, &s.attrs), quote!(struct #name #generics), members);
            }
            Item::Enum(e) => {
                let variants = e.variants.iter().map(|variant| {
                    let fields: Vec<String> = variant.fields.iter().map(field).collect();
                    let fields = if fields.is_empty() { String::new() } else { fields.join(", ") };
                    format!("{} {fields}", variant.ident).trim_end().to_string()
                });
                let (name, generics) = (&e.ident, &e.generics);
                let head = quote!(enum #name #generics);
                self.add(path, (name, &e.vis, &e.attrs), head, variants.collect());
            }
            Item::Trait(t) => {
                let (name, generics, bounds) = (&t.ident, &t.generics, &t.supertraits);
                let members = t.items.iter().map(trait_member).collect();
                let head = quote!(trait #name #generics: #bounds);
                self.add(path, (name, &t.vis, &t.attrs), head, members);
            }
            _ => {}
        }
    }

    fn add(
        &mut self,
        path: &str,
        (name, vis, attrs): (&Ident, &Visibility, &[Attribute]),
        head: impl ToTokens,
        members: Vec<String>,
    ) {
        if !is_hidden(attrs) {
            let listed = Listed { public: is_pub(vis), head: text(&head), members };
            self.items.insert((path.to_string(), name.to_string()), listed);
        }
    }

    fn implementation(&mut self, block: &ItemImpl) {
        let syn::Type::Path(ty) = &*block.self_ty else { return };
        let name = ty.path.segments.last().expect("a type has a name").ident.to_string();
        let listed = self.impls.entry(name).or_default();
        if let Some((of, _)) = &block.trait_ {
            listed.push(format!("impl {}", text(of)));
            return;
        }
        for item in &block.items {
            match item {
                ImplItem::Fn(f) if is_pub(&f.vis) && !is_hidden(&f.attrs) => {
                    listed.push(text(&f.sig));
                }
                ImplItem::Const(c) if is_pub(&c.vis) && !is_hidden(&c.attrs) => {
                    listed.push(format!("const {}: {}", c.ident, text(&c.ty)));
                }
                _ => {}
            }
        }
    }

    fn import(&mut self, tree: &UseTree, module: &str, prefix: &str) {
        match tree {
            UseTree::Path(path) => {
                let name = path.ident.to_string();
                let prefix = if name == "crate" { String::new() } else { join(prefix, &name) };
                self.import(&path.tree, module, &prefix);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, module, prefix));
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.exports.push((module.to_string(), join(prefix, &name), name));
            }
            _ => panic!("{module} re-exports under another name, or all of a module"),
        }
    }

    /// Puts what is re-exported from private modules where it can be named. What can be named
    /// elsewhere already, as all that the prelude has, is only mentioned.
    fn export(&mut self) {
        let mut left = std::mem::take(&mut self.exports);
        while !left.is_empty() {
            let before = left.len();
            left.retain(|(module, target, name)| !self.export_one(module, target, name));
            assert!(left.len() < before, "re-exports of what is not there: {left:?}");
        }
    }

    /// False if the target is not there, or not yet.
    fn export_one(&mut self, module: &str, target: &str, name: &str) -> bool {
        let split = |path: String| {
            let (parent, name) = path.rsplit_once("::").unwrap_or(("", &path));
            (parent.to_string(), name.to_string())
        };
        let found = [join(module, target), target.to_string()].map(split);
        let found = found.into_iter().find(|key| self.items.contains_key(key));
        let Some(found) = found else { return false };
        let mut listed = self.items[&found].clone();
        if self.modules[&found.0] {
            listed = Listed { head: format!("use {target}"), members: Vec::new(), ..listed };
        }
        self.items.insert((module.to_string(), name.to_string()), listed);
        true
    }

    fn listing(&self) -> String {
        let mut out = String::new();
        let mut current = None;
        for ((module, name), listed) in &self.items {
            if !listed.public || !self.modules[module] {
                continue;
            }
            if current != Some(module) {
                writeln!(out, "\n{module}").expect("a string takes it");
                current = Some(module);
            }
            writeln!(out, "    {}", listed.head).expect("a string takes it");
            let is_type = ["struct", "enum"].iter().any(|kind| listed.head.starts_with(kind));
            let impls = self.impls.get(name).filter(|_| is_type);
            let mut impls = impls.cloned().unwrap_or_default();
            impls.sort();
            for member in listed.members.iter().chain(&impls) {
                writeln!(out, "        {member}").expect("a string takes it");
            }
        }
        out
    }
}

fn field(field: &Field) -> String {
    let name = field.ident.as_ref().map(|name| format!("{name}: "));
    name.unwrap_or_default() + &text(&field.ty)
}

fn trait_member(item: &TraitItem) -> String {
    match item {
        TraitItem::Fn(f) => text(&f.sig) + if f.default.is_some() { " { .. }" } else { "" },
        TraitItem::Const(c) => {
            let given = if c.default.is_some() { " = .." } else { "" };
            format!("const {}: {}{given}", c.ident, text(&c.ty))
        }
        TraitItem::Type(t) => {
            let (name, bounds) = (&t.ident, &t.bounds);
            text(&quote!(type #name: #bounds))
        }
        other => text(other),
    }
}

fn is_pub(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Only for tests, or not in the documentation.
fn is_hidden(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| ["cfg(test)", "doc(hidden)"].contains(&text(&attr.meta).as_str()))
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}::{name}") }
}

/// Tokens with fewer spaces between them.
fn text(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    let tight = [
        (" ::", "::"),
        (":: ", "::"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
        (" :", ":"),
        ("& ", "&"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (",)", ")"),
        ("[ ", "["),
        (" ]", "]"),
        (" ;", ";"),
        ("->(", "-> ("),
        ("(mut ", "("),
        (", mut ", ", "),
    ];
    for (from, to) in tight {
        text = text.replace(from, to);
    }
    text.trim_end_matches([':', ' ', ',']).to_string()
}
