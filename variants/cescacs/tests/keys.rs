//! The keys of positions.

use super::*;

/// CE-145 and the repetition rule: when positions are equal.
#[test]
fn equal_and_different() {
    let key = |pdtl: &str| position(pdtl).key();
    let base = key("/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1");
    assert_eq!(base, key("/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 9 44"));
    for other in [
        "/27:1k/25:r2r/3:R2R/1:1K/ b RKRrkr - 0 1",
        "/27:1k/25:r2r/3:R2R/1:1K/ w KRrkr - 0 1",
        "/27:1k/25:r2r/3:R2R/1:1K/ w -- - 0 1",
        "/27:1k/25:r2r/3:RR2/1:1K/ w RKrkr - 0 1",
    ] {
        assert_ne!(base, key(other), "{other}");
    }
    // A double step counts only where a pawn could answer it.
    let idle = "/27:1k/13:4P3/1:1K/ b -- ";
    assert_eq!(
        key(&format!("{idle}G13@11 0 1")),
        key(&format!("{idle}- 0 1"))
    );
    let busy = "/27:1k/14:3p3/13:4P3/1:1K/ b -- ";
    assert_ne!(
        key(&format!("{busy}G13@11 0 1")),
        key(&format!("{busy}- 0 1"))
    );
    assert_eq!(
        CescacsPosition::START.key(),
        CescacsPosition::START.clone().key()
    );
}

/// The same moves in another order.
#[test]
fn transposition() {
    let mut one = CescacsPosition::START;
    play(&mut one, "H6-H8 H22-H20 NG3-I7 NG25-I21");
    let mut other = CescacsPosition::START;
    play(&mut other, "NG3-I7 NG25-I21 H6-H8 H22-H20");
    assert_eq!(one.key(), other.key());
    play(&mut other, "NE3-C7");
    assert_ne!(one.key(), other.key());
}
