//! Scotland Yard: five detectives hunt Mr X, whom they see only now and then.
