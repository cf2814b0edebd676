//! Tests of the rules and of what each side knows.

mod knowledge;
mod slow;
mod twin;
