//! JSON with its keys in the order in which they were written, whatever features `serde_json` has.

use std::fmt::Write as _;

/// A value of JSON.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A string, without its quotes.
    Text(String),
    /// A number or a boolean.
    Plain(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn plain(value: &impl ToString) -> Self {
        Self::Plain(value.to_string())
    }

    pub(crate) fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self::List(texts.into_iter().map(Self::text).collect())
    }

    pub(crate) fn object<const N: usize>(parts: [(&str, Self); N]) -> Self {
        Self::Object(parts.into_iter().map(|(key, node)| (key.to_owned(), node)).collect())
    }

    /// Adds a part to an object.
    pub(crate) fn with(mut self, key: &str, node: Self) -> Self {
        if let Self::Object(parts) = &mut self {
            parts.push((key.to_owned(), node));
        }
        self
    }

    /// Writes the value, with short lists and objects on one line.
    pub(crate) fn pretty(&self) -> String {
        let mut out = String::new();
        self.write(0, &mut out);
        out.push('\n');
        out
    }

    fn write(&self, depth: usize, out: &mut String) {
        let line = self.line();
        if 2 * depth + line.len() <= 100 {
            return out.push_str(&line);
        }
        let pad = "  ".repeat(depth + 1);
        let (open, close, parts) = match self {
            Self::List(nodes) => ('[', ']', nodes.iter().map(|node| (None, node)).collect()),
            Self::Object(parts) => {
                ('{', '}', parts.iter().map(|(key, node)| (Some(key), node)).collect())
            }
            Self::Text(_) | Self::Plain(_) => return out.push_str(&line),
        };
        let parts: Vec<(Option<&String>, &Self)> = parts;
        out.push(open);
        for (place, (key, node)) in parts.into_iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(out, "{comma}\n{pad}").unwrap();
            if let Some(key) = key {
                write!(out, "{}: ", quoted(key)).unwrap();
            }
            node.write(depth + 1, out);
        }
        write!(out, "\n{}{close}", "  ".repeat(depth)).unwrap();
    }

    fn line(&self) -> String {
        match self {
            Self::Text(text) => quoted(text),
            Self::Plain(value) => value.clone(),
            Self::List(nodes) => {
                format!("[{}]", nodes.iter().map(Self::line).collect::<Vec<_>>().join(", "))
            }
            Self::Object(parts) if parts.is_empty() => "{}".to_owned(),
            Self::Object(parts) => {
                let parts =
                    parts.iter().map(|(key, node)| format!("{}: {}", quoted(key), node.line()));
                format!("{{ {} }}", parts.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}
