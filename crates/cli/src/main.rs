//! The command line of Spinney.
fn main() {}
