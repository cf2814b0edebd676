//! The words of a choice as an enum: declared once, parsed once, matched without a fall-through.

/// An enum whose variants have names in specifications. [`choice!`](crate::choice!) writes it.
pub trait Choice: Copy + PartialEq + 'static {
    /// The names, in the order of [`Choice::ALL`]: what [`Param::choice`](crate::Param::choice) takes.
    const NAMES: &'static [&'static str];
    /// The variants.
    const ALL: &'static [Self];

    /// The variant with this name.
    fn named(name: &str) -> Option<Self> {
        let place = Self::NAMES.iter().position(|&known| known == name)?;
        Some(Self::ALL[place])
    }

    /// The name of this variant.
    fn name(self) -> &'static str {
        let place = Self::ALL.iter().position(|&known| known == self);
        Self::NAMES[place.expect("every variant is listed")]
    }
}

/// Declares an enum together with the names of its variants.
///
/// ```
/// use spinney_spec::{Choice, Param, Schema, Settings, choice};
///
/// choice! {
///     /// Which tree is searched.
///     pub enum Tree {
///         /// Both choose at once.
///         Joint = "joint",
///         /// One after the other.
///         Sequential = "sequential",
///     }
/// }
/// static SEARCH: Schema = Schema {
///     name: "search",
///     help: "",
///     source: "",
///     params: &[Param::choice("tree", "joint", Tree::NAMES, "which tree is searched")],
/// };
/// let settings = Settings::new(&SEARCH, &[])?;
/// assert_eq!(settings.choice::<Tree>("tree"), Tree::Joint);
/// assert_eq!(Tree::Sequential.name(), "sequential");
/// # Ok::<(), spinney_spec::SpecError>(())
/// ```
#[macro_export]
macro_rules! choice {
    (
        $(#[$meta:meta])*
        $vis:vis enum $type:ident {
            $($(#[$doc:meta])* $variant:ident = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $type {
            $($(#[$doc])* $variant),+
        }

        impl $crate::Choice for $type {
            const NAMES: &'static [&'static str] = &[$($name),+];
            const ALL: &'static [Self] = &[$(Self::$variant),+];
        }
    };
}
