//! Filling lines with as much as fits.

/// Puts units of text on lines of a limited length. A unit is never broken; one longer than the limit gets a
/// line of its own (CH-147, CH-148).
pub(super) struct Lines<'o> {
    out: &'o mut String,
    /// The limit in columns.
    columns: usize,
    /// The columns used on the line so far.
    column: usize,
    /// The width of a text in columns. In all scripts an ASCII character has one.
    width: fn(&str) -> usize,
    /// The last unit, which may still grow.
    pending: String,
    /// No blank precedes it.
    glued: bool,
    /// It has just begun with a bracket: the next unit is part of it.
    open: bool,
    /// The next unit begins a line.
    ended: bool,
}

impl<'o> Lines<'o> {
    pub(super) fn new(out: &'o mut String, columns: usize, width: fn(&str) -> usize) -> Lines<'o> {
        Lines {
            out,
            columns: if columns == 0 { usize::MAX } else { columns },
            column: 0,
            width,
            pending: String::new(),
            glued: false,
            open: false,
            ended: false,
        }
    }

    /// A unit, with a blank or a line end before it.
    pub(super) fn unit(&mut self, text: &str) {
        if !std::mem::take(&mut self.open) {
            self.flush();
        }
        self.pending.push_str(text);
    }

    /// A unit with nothing or a line end before it.
    pub(super) fn glued(&mut self, text: &str) {
        self.unit(text);
        self.glued = true;
    }

    /// A text on lines of its own; it may contain line ends.
    pub(super) fn apart(&mut self, text: &str) {
        self.flush();
        self.ended = true;
        self.unit(text);
        self.flush();
        self.ended = true;
    }

    /// Text on the same line as the unit before it, because it would mean something else at the start of a
    /// line, or must not be separated from it. `gap` comes between them.
    pub(super) fn kept(&mut self, gap: &str, text: &str) {
        if !self.pending.is_empty() && !self.open {
            self.pending.push_str(gap);
        }
        self.open = false;
        self.pending.push_str(text);
    }

    /// An opening bracket, part of the next unit.
    pub(super) fn open(&mut self) {
        self.unit("(");
        self.open = true;
    }

    /// A closing bracket, part of the last unit.
    pub(super) fn close(&mut self) {
        self.open = false;
        self.pending.push(')');
    }

    /// Ends the last line.
    pub(super) fn end(mut self) {
        self.flush();
        self.out.push('\n');
    }

    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let plain = self.pending.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        let (width, last) = if plain {
            (self.pending.len(), None)
        } else {
            let (first, rest) = match self.pending.split_once('\n') {
                Some((first, rest)) => (first, rest.rsplit('\n').next()),
                None => (&*self.pending, None),
            };
            ((self.width)(first), rest)
        };
        let glued = std::mem::take(&mut self.glued);
        let ended = std::mem::take(&mut self.ended);
        if self.column > 0 {
            let gap = usize::from(!glued);
            let end = self.column.saturating_add(gap).saturating_add(width);
            if end <= self.columns && !ended {
                if gap == 1 {
                    self.out.push(' ');
                }
                self.column += gap;
            } else {
                self.out.push('\n');
                self.column = 0;
            }
        }
        self.column = match last {
            Some(last) => (self.width)(last),
            None => self.column + width,
        };
        self.out.push_str(&self.pending);
        self.pending.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CH-148, CH-151, CH-152: lines are filled, and neither begin nor end with a blank.
    #[test]
    fn lines_are_filled() {
        let write = |columns| {
            let mut out = String::new();
            let mut lines = Lines::new(&mut out, columns, |text| text.chars().count());
            lines.unit("1.");
            lines.glued("e4");
            lines.open();
            lines.unit("1.");
            lines.glued("d4");
            lines.close();
            lines.unit("{50");
            lines.kept(" ", "%}");
            lines.end();
            out
        };
        assert_eq!(write(0), "1.e4 (1.d4) {50 %}\n");
        assert_eq!(write(18), "1.e4 (1.d4) {50 %}\n");
        assert_eq!(write(17), "1.e4 (1.d4)\n{50 %}\n");
        assert_eq!(write(10), "1.e4 (1.\nd4) {50 %}\n");
        assert_eq!(write(1), "1.\ne4\n(1.\nd4)\n{50 %}\n");
    }
}
