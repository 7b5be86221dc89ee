//! Tables of text.

use std::fmt::Write;

/// Lines of cells under their headings. The first column is aligned to the left, and so is the
/// last one if `wide`; the others are aligned to the right.
pub fn draw(headings: &[&str], rows: &[Vec<String>], wide: bool) -> String {
    let widths: Vec<usize> = (0..headings.len())
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
            widest.max(headings[column].chars().count())
        })
        .collect();
    let mut out = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (column, (cell, &width)) in cells.zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let left = column == 0 || wide && column + 1 == widths.len();
            // Writing to a string does not fail.
            let _ = match left {
                true => write!(text, "{gap}{cell:<width$}"),
                false => write!(text, "{gap}{cell:>width$}"),
            };
        }
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(&mut headings.iter().copied());
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
    out
}

/// A number with its digits in groups of three.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [
            vec!["chess".into(), "10".into(), "1-0 5".into()],
            vec!["xiangqi".into(), "2000".into(), String::new()],
        ];
        let expected = "variant  games  results\nchess       10  1-0 5\nxiangqi   2000\n";
        assert_eq!(
            draw(&["variant", "games", "results"], &rows, true),
            expected
        );
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1234), "1,234");
        assert_eq!(grouped(123_456), "123,456");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
