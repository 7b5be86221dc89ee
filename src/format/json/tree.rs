//! A JSON text as a tree of positions.
//!
//! Strings, numbers and literals are parsed by `serde_json`; the structure around them is parsed here, since no
//! other parser keeps all of it: the position of each value, the order of members, duplicate names, numbers of
//! any size as written. Nothing recurses, and the depth is limited.

use memchr::memchr;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

/// The maximum nesting depth of arrays and objects. A variation takes four: what
/// [`Limits::depth`](crate::Limits::depth) allows by default fits.
pub const MAX_DEPTH: usize = 4 * 256 + 16;

/// The maximum number of values in a text: a tree takes some forty bytes for each.
pub const MAX_VALUES: usize = 1 << 20;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as written.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// Its name in messages.
    pub const fn describe(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool(_) => "a truth value",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }
}

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The position: a byte offset into the text.
    pub at: usize,
    /// The path of the enclosing array or object.
    pub path: String,
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// The kind of error.
    pub fault: Fault,
}

/// The kinds of [`SyntaxError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not JSON.
    Syntax,
    /// The nesting is deeper than [`MAX_DEPTH`].
    Depth,
    /// There are more values than [`MAX_VALUES`], or the text is 4 GiB or longer.
    Size,
}

/// A parsed JSON text.
#[derive(Debug)]
pub struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

/// No node.
const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Node {
    kind: Kind,
    span: Range<u32>,
    /// The name of a member, with its quotation marks; empty for other values.
    name: Range<u32>,
    parent: u32,
    /// Its number among its siblings.
    number: u32,
    first: u32,
    last: u32,
    next: u32,
    children: u32,
}

impl<'t> Tree<'t> {
    /// Parses a text that contains one value.
    ///
    /// # Errors
    ///
    /// If it is not JSON (RFC 8259), is nested too deeply, or is too large.
    pub fn parse(text: &'t str) -> Result<Tree<'t>, SyntaxError> {
        let mut parser = Parser {
            tree: Tree {
                text,
                nodes: Vec::new(),
            },
            at: 0,
            open: Vec::new(),
        };
        match u32::try_from(text.len()) {
            Ok(_) => parser.run()?,
            Err(_) => return Err(parser.too_large()),
        }
        Ok(parser.tree)
    }

    /// The top-level value.
    pub fn root(&self) -> Value<'_, 't> {
        Value {
            tree: self,
            index: 0,
        }
    }

    fn path(&self, index: u32) -> String {
        let mut steps = Vec::new();
        let mut at = index;
        while at != NONE {
            steps.push(at);
            at = self.nodes[at as usize].parent;
        }
        let mut path = String::from("$");
        for &step in steps.iter().rev().skip(1) {
            let node = &self.nodes[step as usize];
            if node.name.is_empty() {
                let _ = write!(path, "[{}]", node.number);
            } else {
                push_name(&mut path, &decode(self.slice(&node.name)))
            }
        }
        path
    }

    fn slice(&self, span: &Range<u32>) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }
}

/// A step of a path to a member: `.name`, or `['name']` if the name is not a plain word.
fn push_name(path: &mut String, name: &str) {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let _ = if !name.is_empty() && name.chars().all(plain) {
        write!(path, ".{name}")
    } else {
        write!(path, "['{}']", name.escape_debug())
    };
}

/// The characters of a string with its quotation marks.
fn decode(raw: &str) -> Cow<'_, str> {
    let inner = raw.get(1..raw.len() - 1).unwrap_or_default();
    if memchr(b'\\', raw.as_bytes()).is_none() {
        return Cow::Borrowed(inner);
    }
    // It was checked when it was parsed.
    serde_json::from_str(raw).map_or(Cow::Borrowed(inner), Cow::Owned)
}

/// A value and its position.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a, 't> {
    tree: &'a Tree<'t>,
    index: u32,
}

impl<'a, 't> Value<'a, 't> {
    fn node(self) -> &'a Node {
        &self.tree.nodes[self.index as usize]
    }

    /// Its kind.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Its range: byte offsets into the text.
    pub fn span(self) -> Range<usize> {
        let span = &self.node().span;
        span.start as usize..span.end as usize
    }

    /// The range of its name, if it is a member of an object; else its own range.
    pub fn name_span(self) -> Range<usize> {
        match &self.node().name {
            name if name.is_empty() => self.span(),
            name => name.start as usize..name.end as usize,
        }
    }

    /// The value as written.
    pub fn raw(self) -> &'t str {
        self.tree.slice(&self.node().span)
    }

    /// The characters, if it is a string.
    pub fn as_str(self) -> Option<Cow<'t, str>> {
        (self.kind() == Kind::String).then(|| decode(self.raw()))
    }

    /// The number, if it is a natural one written without fraction and exponent.
    pub fn as_u64(self) -> Option<u64> {
        match self.kind() {
            Kind::Number => self.raw().parse().ok(),
            _ => None,
        }
    }

    /// The number of elements or members.
    pub fn len(self) -> usize {
        self.node().children as usize
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Its elements, or the values of its members.
    pub fn children(self) -> impl Iterator<Item = Value<'a, 't>> {
        let tree = self.tree;
        let at = move |index| (index != NONE).then_some(Value { tree, index });
        std::iter::successors(at(self.node().first), move |value| at(value.node().next))
    }

    /// Its members, in the order of the text.
    pub fn members(self) -> impl Iterator<Item = (Cow<'t, str>, Value<'a, 't>)> {
        let tree = self.tree;
        self.children()
            .map(move |value| (decode(tree.slice(&value.node().name)), value))
    }

    /// The value of the first member with this name.
    pub fn get(self, name: &str) -> Option<Value<'a, 't>> {
        self.members()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value)
    }

    /// The path to it from the root `$`: `$.previous_moves[3][0]`.
    pub fn path(self) -> String {
        self.tree.path(self.index)
    }
}

struct Parser<'t> {
    tree: Tree<'t>,
    at: usize,
    /// The enclosing arrays and objects.
    open: Vec<u32>,
}

impl<'t> Parser<'t> {
    fn run(&mut self) -> Result<(), SyntaxError> {
        let mut name = 0..0;
        loop {
            self.value(name)?;
            // After a value: advances to the next value, or to the end.
            name = loop {
                let Some(&open) = self.open.last() else {
                    return match self.peek() {
                        None => Ok(()),
                        Some(_) => Err(self.error("unexpected text after the value")),
                    };
                };
                let object = self.tree.nodes[open as usize].kind == Kind::Object;
                let empty = self.tree.nodes[open as usize].children == 0;
                match self.peek() {
                    Some(b'}') if object => self.close(),
                    Some(b']') if !object => self.close(),
                    Some(b',') if !empty => {
                        self.at += 1;
                        break self.name(object)?;
                    }
                    Some(_) if empty => break self.name(object)?,
                    Some(_) if object => return Err(self.error("expected a comma or }")),
                    Some(_) => return Err(self.error("expected a comma or ]")),
                    None if object => return Err(self.error("the object is not closed")),
                    None => return Err(self.error("the array is not closed")),
                }
            };
        }
    }

    /// The name of a member and the colon after it.
    fn name(&mut self, object: bool) -> Result<Range<u32>, SyntaxError> {
        if !object {
            return Ok(0..0);
        }
        if self.peek() != Some(b'"') {
            return Err(self.error("expected a name in quotation marks"));
        }
        let (_, span) = self.scalar()?;
        if self.peek() != Some(b':') {
            return Err(self.error("expected a colon"));
        }
        self.at += 1;
        Ok(span)
    }

    fn too_large(&self) -> SyntaxError {
        SyntaxError {
            fault: Fault::Size,
            ..self.error("the text has too many values")
        }
    }

    fn value(&mut self, name: Range<u32>) -> Result<(), SyntaxError> {
        if self.tree.nodes.len() >= MAX_VALUES {
            return Err(self.too_large());
        }
        let kind = match self.peek() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(_) => {
                let (kind, span) = self.scalar()?;
                self.push(kind, span, name);
                return Ok(());
            }
            None => return Err(self.error("expected a value")),
        };
        if self.open.len() >= MAX_DEPTH {
            return Err(SyntaxError {
                fault: Fault::Depth,
                ..self.error("nested too deeply")
            });
        }
        let begin = self.at as u32;
        self.at += 1;
        let index = self.push(kind, begin..begin + 1, name);
        self.open.push(index);
        Ok(())
    }

    fn close(&mut self) {
        self.at += 1;
        if let Some(index) = self.open.pop() {
            self.tree.nodes[index as usize].span.end = self.at as u32;
        }
    }

    fn push(&mut self, kind: Kind, span: Range<u32>, name: Range<u32>) -> u32 {
        let nodes = &mut self.tree.nodes;
        let index = nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or(NONE);
        let mut number = 0;
        if parent != NONE {
            let parent = &mut nodes[parent as usize];
            number = parent.children;
            parent.children += 1;
            let before = std::mem::replace(&mut parent.last, index);
            match before {
                NONE => parent.first = index,
                before => nodes[before as usize].next = index,
            }
        }
        nodes.push(Node {
            kind,
            span,
            name,
            parent,
            number,
            first: NONE,
            last: NONE,
            next: NONE,
            children: 0,
        });
        index
    }

    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.tree.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// A string, a number or a literal.
    fn scalar(&mut self) -> Result<(Kind, Range<u32>), SyntaxError> {
        let begin = self.at;
        let rest = &self.tree.text[begin..];
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
        let raw = match stream.next() {
            Some(Ok(raw)) => raw.get(),
            Some(Err(error)) => return Err(self.refused(&error)),
            None => return Err(self.error("expected a value")),
        };
        let kind = match raw.as_bytes()[0] {
            b'"' => Kind::String,
            b't' => Kind::Bool(true),
            b'f' => Kind::Bool(false),
            b'n' => Kind::Null,
            _ => Kind::Number,
        };
        if kind == Kind::String
            && memchr(b'\\', raw.as_bytes()).is_some()
            && let Err(error) = serde_json::from_str::<String>(raw)
        {
            return Err(self.refused(&error));
        }
        self.at += raw.len();
        Ok((kind, begin as u32..self.at as u32))
    }

    fn error(&self, message: impl Into<Cow<'static, str>>) -> SyntaxError {
        SyntaxError {
            at: self.at,
            path: self.tree.path(self.open.last().copied().unwrap_or(NONE)),
            message: message.into(),
            fault: Fault::Syntax,
        }
    }

    /// An error of `serde_json` in a scalar that begins here. A scalar is on a single line.
    fn refused(&self, error: &serde_json::Error) -> SyntaxError {
        let message = error.to_string();
        let message = match message.rfind(" at line ") {
            Some(at) => message[..at].to_owned(),
            None => message,
        };
        let mut at = (self.at + error.column().saturating_sub(1)).min(self.tree.text.len());
        while !self.tree.text.is_char_boundary(at) {
            at -= 1;
        }
        SyntaxError {
            at,
            ..self.error(message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_place() {
        let text = " {\"a\": [1, -2.50e+7, null], \"b c\": {\"\\u0061\": \"x\\n\"}, \"a\": true} ";
        let tree = Tree::parse(text).unwrap();
        let root = tree.root();
        let names: Vec<_> = root.members().map(|(name, _)| name.into_owned()).collect();
        assert_eq!(names, ["a", "b c", "a"]);
        let array = root.get("a").unwrap();
        let raw: Vec<_> = array.children().map(Value::raw).collect();
        assert_eq!(raw, ["1", "-2.50e+7", "null"]);
        let inner = root.get("b c").unwrap().get("a").unwrap();
        assert_eq!(inner.as_str().unwrap(), "x\n");
        assert_eq!(inner.path(), "$['b c'].a");
        assert_eq!(&text[inner.span()], "\"x\\n\"");
        assert_eq!(array.children().nth(1).unwrap().path(), "$.a[1]");
        assert_eq!(root.raw(), text.trim());
        assert_eq!(root.len(), 3);
    }

    #[test]
    fn invalid_json_is_reported_with_its_position() {
        for (text, at, path, part) in [
            ("{a: 1}", 1, "$", "a name"),
            ("// comment\n{}", 0, "$", "expected value"),
            ("[1, 2", 5, "$", "not closed"),
            ("[1, 2,]", 6, "$", "expected value"),
            ("{\"a\": [1 2]}", 9, "$.a", "a comma or ]"),
            ("{\"a\": [01]}", 8, "$.a", ""),
            ("{\"a\" 1}", 5, "$", "a colon"),
            ("{\"a\": \"\u{1}\"}", 6, "$", "control character"),
            ("{\"a\": \"\\x\"}", 8, "$", "escape"),
            ("{\"a\": \"\\ud800\"}", 13, "$", ""),
            ("[+1]", 1, "$", ""),
            ("[.5]", 1, "$", ""),
            ("[NaN]", 1, "$", ""),
            ("['a']", 1, "$", ""),
            ("{} {}", 3, "$", "after the value"),
            ("[1}", 2, "$", "a comma or ]"),
            ("", 0, "$", "a value"),
        ] {
            let error = Tree::parse(text).expect_err(text);
            assert_eq!(
                (error.at, error.path.as_str()),
                (at, path),
                "{text}: {error:?}"
            );
            assert!(error.message.contains(part), "{text}: {error:?}");
        }
    }

    #[test]
    fn depth_and_numbers_have_no_way_to_hurt() {
        let deep = "[".repeat(1 << 20);
        assert_eq!(Tree::parse(&deep).unwrap_err().fault, Fault::Depth);
        let many = format!("[{}0]", "0,".repeat(MAX_VALUES));
        assert_eq!(Tree::parse(&many).unwrap_err().fault, Fault::Size);
        let fits = "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH);
        assert!(Tree::parse(&fits).is_ok());
        let huge = format!("[{}, 1e999999999, -0]", "9".repeat(1 << 16));
        let tree = Tree::parse(&huge).unwrap();
        assert!(
            tree.root()
                .children()
                .all(|number| number.as_u64().is_none())
        );
    }
}
