//! Tron: two light cycles move at the same time and leave walls behind.
