//! Puts words into lines.

/// Text in lines of bounded width, or in one line.
pub(crate) struct Layout {
    pub text: String,
    /// The width after which a line ends; none for a single line.
    pub width: Option<usize>,
    pub eol: &'static str,
    column: usize,
    /// Nothing parts the next word from what stands before it.
    glued: bool,
    /// What comes next stands on a line of its own.
    broken: bool,
}

impl Layout {
    pub fn new(width: Option<usize>, eol: &'static str) -> Layout {
        Layout {
            text: String::new(),
            width,
            eol,
            column: 0,
            glued: true,
            broken: false,
        }
    }

    pub fn clear(&mut self) {
        self.text.clear();
        self.column = 0;
        self.glued = true;
        self.broken = false;
    }

    /// Adds a word after a blank or a line end.
    pub fn word(&mut self, word: &str) {
        let columns = columns(word);
        if self.begin_line() {
            self.glued = true;
        }
        if !std::mem::take(&mut self.glued) {
            match self.width {
                Some(width) if self.column + 1 + columns > width => {
                    self.text.push_str(self.eol);
                    self.column = 0;
                }
                _ => {
                    self.text.push(' ');
                    self.column += 1;
                }
            }
        }
        self.text.push_str(word);
        self.column += columns;
    }

    /// Adds what stands next to the last word.
    pub fn glue(&mut self, text: &str) {
        self.begin_line();
        self.text.push_str(text);
        self.column += columns(text);
    }

    /// Lets what comes next begin a line, unless it is the first.
    pub fn break_line(&mut self) {
        self.broken = !self.text.is_empty();
    }

    fn begin_line(&mut self) -> bool {
        let broken = std::mem::take(&mut self.broken);
        if broken {
            self.text.push_str(self.eol);
            self.column = 0;
        }
        broken
    }

    /// Adds an opening bracket, which the next word touches.
    pub fn open(&mut self, bracket: &str) {
        self.word(bracket);
        self.glued = true;
    }
}

/// How wide a text is: East Asian characters count two.
fn columns(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text
            .chars()
            .map(|c| if c >= '\u{1100}' { 2 } else { 1 })
            .sum(),
    }
}
