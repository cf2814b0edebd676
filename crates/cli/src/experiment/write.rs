//! `spinney experiment report` and `record`: what is written to files.

use super::{Common, Known, find, find_all, with_results};
use crate::failure::input;
use crate::out;
use anyhow::Context;
use serde_json::json;
use spinney_lab::experiment::recorded::{Recorded, batches, meaning};
use spinney_lab::experiment::{Experiment, Games, library};
use spinney_lab::report::{self, Block};
use std::path::Path;

pub(super) fn write_reports(
    ids: &[String],
    folder: &Path,
    html: bool,
    known: &Known,
    common: &Common,
) -> anyhow::Result<()> {
    let wanted = if ids.is_empty() { find("all")? } else { find_all(ids)? };
    let store = known.read(common)?;
    let mut papers = Vec::new();
    for paper in library::papers()? {
        if wanted.iter().any(|experiment| experiment.paper() == paper.id) {
            let found = find(&paper.id)?;
            let results = with_results(found, store.as_ref(), known.is_local(), known.games())?;
            papers.push((paper.clone(), results));
        }
    }
    let mut written = Vec::new();
    let mut write = |name: String, text: &str| -> anyhow::Result<()> {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let cannot = || format!("can't write {}", path.display());
        std::fs::create_dir_all(parent).with_context(cannot)?;
        std::fs::write(&path, text).with_context(cannot)?;
        written.push(path.display().to_string());
        Ok(())
    };
    for (paper, experiments) in &papers {
        let document = report::paper_report(paper, experiments);
        write(format!("{}.md", paper.id), &report::markdown(&document, &paper.id))?;
        if html {
            write(format!("{}.html", paper.id), &report::html(&document))?;
        }
        for block in &document.blocks {
            if let Block::Figure(figure) = block {
                write(format!("{}/{}", paper.id, figure.file), &figure.svg)?;
            }
        }
    }
    if ids.is_empty() {
        let document = report::overview(&papers);
        write("README.md".to_string(), &report::markdown(&document, "."))?;
        if html {
            write("README.html".to_string(), &report::html(&document))?;
        }
    }
    if common.json {
        return out::json(&json!({ "schema": "spinney-report/1", "files": written }));
    }
    out::print(&format!("{} files in {}", written.len(), folder.display()))
}

pub(super) fn record(
    ids: &[String],
    folder: &Path,
    behaviour: Option<&str>,
    mut games: Games,
    adopt: bool,
    common: &Common,
) -> anyhow::Result<()> {
    let experiments = find_all(ids)?;
    let mut store = common.read()?;
    if let Some(store) = &mut store {
        store.as_of(behaviour.map(str::to_string));
    }
    if store.is_none() && !adopt {
        return Err(input(format!("there is no store at {}", common.path().display())));
    }
    let (mut documents, mut lines) = (Vec::new(), Vec::new());
    for paper in library::papers()? {
        let of: Vec<&Experiment> = experiments.iter().filter(|e| e.paper() == paper.id).collect();
        if of.is_empty() {
            continue;
        }
        let path = folder.join(&paper.id).join("recorded.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| {
            input(format!("{}: {error}; name the folder with --out", path.display()))
        })?;
        let mut recorded = Recorded::parse(&text)
            .map_err(|problem| input(format!("{}: {problem}", path.display())))?;
        if adopt {
            recorded.adopt(|table, key| {
                of.iter().find(|e| e.name() == table).and_then(|e| meaning(e, key))
            });
        }
        let mut taken = 0;
        for (experiment, store) in of.iter().zip(store.iter().cycle()) {
            for batch in batches(experiment, store, &mut games)? {
                taken += recorded.add(batch);
            }
        }
        std::fs::write(&path, recorded.text(&paper.id))
            .with_context(|| format!("can't write {}", path.display()))?;
        documents.push(json!({ "file": path, "cells": taken }));
        lines.push(format!("{}: {taken} cells taken", path.display()));
    }
    if common.json {
        return out::json(&json!({ "schema": "spinney-record/1", "files": documents }));
    }
    out::print(&lines.join("\n"))
}
