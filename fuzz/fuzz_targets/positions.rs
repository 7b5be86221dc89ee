#![no_main]

use libfuzzer_sys::fuzz_target;
use movetext_properties::property;

fuzz_target!(|bytes: &[u8]| property("positions").expect("it is in the list")(bytes));
