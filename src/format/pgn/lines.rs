//! Filling lines with as much as fits.

/// Puts units of text on lines of a limited length. A unit is never broken; one longer than the limit gets a
/// line of its own (CH-147, CH-148).
pub(super) struct Lines<'o> {
    out: &'o mut String,
    /// The limit in columns.
    columns: usize,
    /// The columns used on the line, the last unit not counted.
    column: usize,
    /// The width of a text in columns. In all scripts an ASCII character has one.
    width: fn(&str) -> usize,
    /// The last unit, which may still grow.
    last: Option<Unit>,
    /// The last unit has just begun with a bracket: the next text is part of it.
    open: bool,
    /// The next unit begins a line.
    ended: bool,
}

/// A unit at the end of the output.
#[derive(Clone, Copy)]
struct Unit {
    /// Where it begins, after the blank.
    begin: usize,
    /// Whether there is a blank before it, which becomes a line end if the unit does not fit.
    blank: bool,
}

impl<'o> Lines<'o> {
    pub(super) fn new(out: &'o mut String, columns: usize, width: fn(&str) -> usize) -> Lines<'o> {
        Lines {
            out,
            columns: if columns == 0 { usize::MAX } else { columns },
            column: 0,
            width,
            last: None,
            open: false,
            ended: false,
        }
    }

    /// A unit, with a blank or a line end before it.
    pub(super) fn unit(&mut self, text: &str) {
        self.begin(true);
        self.out.push_str(text);
    }

    /// [`unit`](Self::unit) with the text that is appended to the output.
    pub(super) fn unit_of(&mut self, write: impl FnOnce(&mut String)) {
        self.begin(true);
        write(self.out);
    }

    /// A unit with nothing or a line end before it.
    pub(super) fn glued(&mut self, text: &str) {
        self.begin(false);
        self.out.push_str(text);
    }

    /// A text on lines of its own; it may contain line ends.
    pub(super) fn apart(&mut self, text: &str) {
        self.settle();
        self.ended = true;
        self.unit(text);
        self.settle();
        self.ended = true;
    }

    /// Text on the same line as the unit before it, because it would mean something else at the start of a
    /// line, or must not be separated from it. `gap` comes between them.
    pub(super) fn kept(&mut self, gap: &str, text: &str) {
        match self.last {
            None => self.begin(true),
            Some(_) if !self.open => self.out.push_str(gap),
            Some(_) => {}
        }
        self.open = false;
        self.out.push_str(text);
    }

    /// An opening bracket, part of the next unit.
    pub(super) fn open(&mut self) {
        self.unit("(");
        self.open = true;
    }

    /// A closing bracket, part of the last unit.
    pub(super) fn close(&mut self) {
        self.kept("", ")");
    }

    /// Goes on with words of which the lines are filled faster. Each is complete, so nothing may be kept with the
    /// last one.
    pub(super) fn words(&mut self) -> Words<'_, 'o> {
        debug_assert!(!self.open);
        self.settle();
        self.end_paragraph();
        Words {
            lines: self,
            bytes: [0; ROOM],
            len: 0,
        }
    }

    /// Ends the last line.
    pub(super) fn end(mut self) {
        self.settle();
        self.out.push('\n');
    }

    /// Begins a unit, unless the last one has just begun.
    #[inline]
    fn begin(&mut self, blank: bool) {
        if std::mem::take(&mut self.open) {
            return;
        }
        self.settle();
        self.end_paragraph();
        let blank = blank && self.column > 0;
        if blank {
            self.out.push(' ');
        }
        self.last = Some(Unit {
            begin: self.out.len(),
            blank,
        });
    }

    /// Ends the line if the next unit begins one.
    #[inline]
    fn end_paragraph(&mut self) {
        if std::mem::take(&mut self.ended) && self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    /// The last unit is complete: if it does not fit, it begins a line.
    #[inline]
    fn settle(&mut self) {
        let Some(Unit { begin, blank }) = self.last.take() else {
            return;
        };
        let unit = &self.out[begin..];
        let plain = unit.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        let (width, last) = match plain {
            true => (unit.len(), None),
            false => self.widths(unit),
        };
        let end = self.column + usize::from(blank);
        if self.column > 0 && end.saturating_add(width) > self.columns {
            let gap = begin - usize::from(blank)..begin;
            self.out.replace_range(gap, "\n");
            self.column = 0;
        } else {
            self.column = end;
        }
        self.column = last.unwrap_or(self.column + width);
    }

    /// The width of the first line of a unit, and that of the last if there are several.
    #[cold]
    fn widths(&self, unit: &str) -> (usize, Option<usize>) {
        match unit.split_once('\n') {
            Some((first, rest)) => {
                let last = rest.rsplit('\n').next().unwrap_or(rest);
                ((self.width)(first), Some((self.width)(last)))
            }
            None => ((self.width)(unit), None),
        }
    }
}

/// How many bytes are kept before they go to the output.
const ROOM: usize = 256;

/// Units of at most eight bytes, all ASCII, one after another.
pub(super) struct Words<'l, 'o> {
    lines: &'l mut Lines<'o>,
    /// What does not stand in the output yet.
    bytes: [u8; ROOM],
    len: usize,
}

impl Words<'_, '_> {
    /// The unit of the first `len` bytes, with a blank or a line end before it, or with nothing or a line end. All
    /// eight are copied, which takes less than finding out how many to copy.
    #[inline]
    pub(super) fn unit(&mut self, blank: bool, word: [u8; 8], len: usize) {
        let lines = &mut *self.lines;
        let begun = lines.column > 0;
        let blank = usize::from(blank && begun);
        let breaks = begun && lines.column + blank + len > lines.columns;
        self.bytes[self.len] = if breaks { b'\n' } else { b' ' };
        self.len += if breaks { 1 } else { blank };
        self.bytes[self.len..self.len + word.len()].copy_from_slice(&word);
        self.len += len;
        lines.column = if breaks {
            len
        } else {
            lines.column + blank + len
        };
        if self.len > ROOM - 1 - word.len() {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let bytes = &self.bytes[..std::mem::take(&mut self.len)];
        self.lines
            .out
            .push_str(std::str::from_utf8(bytes).expect("ASCII"));
    }

    /// The end of the words.
    pub(super) fn end(mut self) {
        self.flush();
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

    #[test]
    fn words_are_units() {
        for columns in 0..20 {
            let (mut units, mut words) = (String::new(), String::new());
            let mut lines = Lines::new(&mut units, columns, str::len);
            let mut others = Lines::new(&mut words, columns, str::len);
            lines.unit("{ahead}");
            others.unit("{ahead}");
            let mut fast = others.words();
            for number in 0..300 {
                let word = ["1.", "exd8=Q+", "e4", "O-O-O"][number % 4];
                let mut bytes = [b'?'; 8];
                bytes[..word.len()].copy_from_slice(word.as_bytes());
                let blank = number % 3 > 0;
                fast.unit(blank, bytes, word.len());
                if blank {
                    lines.unit(word);
                } else {
                    lines.glued(word);
                }
            }
            fast.end();
            for mut lines in [lines, others] {
                lines.unit("{behind}");
                lines.end();
            }
            assert_eq!(words, units);
        }
    }
}
