//! Firefox's JSON backup: a tree of folders.

use std::io::{Read, Seek};

use crate::entry::field::Field;
use crate::error::FileError;
use crate::format::Format;
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::draft::Draft;
use crate::read::json::stream::JsonStream;
use crate::read::opening::Opening;
use crate::row::{Position, Row};

/// The annotation with the description of a bookmark, which Firefox wrote until 2018.
const DESCRIPTION: &[u8] = b"bookmarkProperties/description";

/// The root folder of the tags.
const TAGS: &[u8] = b"tagsFolder";

/// Reads Firefox's file row by row.
pub(crate) struct FirefoxRows<R: Read> {
    /// The file until its end.
    json: Option<JsonStream<R>>,
    /// The open folders and the open bookmark, outermost first.
    open: Vec<Node>,
    was_begun: bool,
}

/// A folder, a bookmark or a separator, depending on its members.
struct Node {
    line: u64,
    title: Capped,
    root: Option<Root>,
    is_link: bool,
    in_children: bool,
    draft: Draft,
}

/// One of the folders that every user has.
enum Root {
    /// The root of the tags in old files. It repeats the bookmarks.
    Tags,
    /// Another one, such as the menu.
    Other,
}

impl Node {
    fn new(line: u64, limits: Limits) -> Self {
        let draft = Draft::new(Position { file: None, line }, limits);
        Self { line, title: Capped::default(), root: None, is_link: false, in_children: false, draft }
    }

    /// Takes the entry that was read so far. The node keeps its title.
    fn take(&mut self, limits: Limits) -> Draft {
        let draft = Draft::new(Position { file: None, line: self.line }, limits);
        std::mem::replace(&mut self.draft, draft)
    }
}

impl<R: Read + Seek> FirefoxRows<R> {
    pub(crate) fn open(reader: R, opening: &Opening) -> Self {
        let json = JsonStream::new(Format::FirefoxJson, reader, opening);
        Self { json: Some(json), open: Vec::new(), was_begun: false }
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        let Some(json) = &mut self.json else { return Ok(None) };
        if !self.was_begun {
            self.was_begun = true;
            json.begin_object()?;
            self.open.push(Node::new(json.line(), json.limits()));
        }
        while let Some(node) = self.open.last_mut() {
            if node.in_children {
                if !json.next_entry()? {
                    node.in_children = false;
                } else if json.next_is_object()? {
                    // Open nodes hold no entry while their children are read, which bounds the memory.
                    let draft = node.take(json.limits());
                    if std::mem::take(&mut node.is_link) {
                        return Ok(Some(row(&self.open, draft)));
                    }
                    let line = json.line();
                    json.begin_object()?;
                    self.open.push(Node::new(line, json.limits()));
                } else {
                    json.skip()?;
                }
            } else if let Some(name) = json.next_name()? {
                read_member(json, node, &name)?;
            } else {
                let draft = node.take(json.limits());
                let row = node.is_link.then(|| row(&self.open, draft));
                self.open.pop();
                if row.is_some() {
                    return Ok(row);
                }
            }
        }
        if let Some(json) = self.json.take() {
            json.end()?;
        }
        Ok(None)
    }
}

/// Returns the row of the innermost node, whose draft this is.
fn row(open: &[Node], mut draft: Draft) -> Row {
    if let Some((node, parents)) = open.split_last() {
        let folders = parents.iter().filter(|folder| folder.root.is_none());
        draft.folder_named(folders.map(|folder| &folder.title));
        draft.set(Field::Title, &node.title);
    }
    draft.finish()
}

fn read_member<R: Read>(json: &mut JsonStream<R>, node: &mut Node, name: &str) -> Result<(), FileError> {
    match name {
        "title" => node.title = json.text()?.unwrap_or_default(),
        "root" => {
            let is_tags = json.text()?.is_some_and(|root| root.kept() == TAGS);
            node.root = Some(if is_tags { Root::Tags } else { Root::Other });
        }
        "uri" => {
            node.is_link = true;
            json.field(&mut node.draft, Field::Url)?;
        }
        "dateAdded" => json.field(&mut node.draft, Field::Created)?,
        "lastModified" => json.field(&mut node.draft, Field::Modified)?,
        "tags" => json.tags(&mut node.draft, |character| character == ',')?,
        "annos" if json.begins_array()? => {
            while json.next_element()? {
                read_annotation(json, &mut node.draft)?;
            }
        }
        // `begins_array` has skipped it.
        "annos" => {}
        "children" if matches!(node.root, Some(Root::Tags)) => json.skip_each()?,
        "children" => node.in_children = json.begins_array()?,
        _ => json.skip()?,
    }
    Ok(())
}

fn read_annotation<R: Read>(json: &mut JsonStream<R>, draft: &mut Draft) -> Result<(), FileError> {
    if !json.begins_object()? {
        return Ok(());
    }
    let (mut is_description, mut value) = (false, None);
    while let Some(name) = json.next_name()? {
        match name.as_str() {
            "name" => is_description = json.text()?.is_some_and(|name| name.kept() == DESCRIPTION),
            "value" => value = json.text()?,
            _ => json.skip()?,
        }
    }
    if let (true, Some(value)) = (is_description, value) {
        draft.set(Field::Note, &value);
    }
    Ok(())
}
