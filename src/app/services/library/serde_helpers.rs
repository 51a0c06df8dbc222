//! Serialisation of fields of backend messages whose types cannot derive it.

#[cfg(test)]
mod tests;

pub(super) mod tree_and_node {
    //! A game tree and one of its nodes.

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::record::{GameTree, NodeId};

    pub(crate) fn serialize<S: Serializer>(
        tree: &GameTree,
        node: &NodeId,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        (tree, node.number()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<(Box<GameTree>, NodeId), D::Error> {
        let (tree, number) = <(Box<GameTree>, usize)>::deserialize(from)?;
        let node = tree.node(number);
        let node = node.ok_or_else(|| de::Error::custom(format!("there is no node {number}")))?;
        Ok((tree, node))
    }
}

pub(super) mod books {
    //! Shared books.

    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::content::books::Books;

    pub(crate) fn serialize<S: Serializer>(books: &Arc<Books>, to: S) -> Result<S::Ok, S::Error> {
        (**books).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Books>, D::Error> {
        Books::deserialize(from).map(Arc::new)
    }
}

pub(super) mod counted {
    //! Strings with counts.

    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        counted: &[(Arc<str>, usize)],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let plain: Vec<(&str, usize)> = counted.iter().map(|(word, n)| (&**word, *n)).collect();
        plain.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(Arc<str>, usize)>, D::Error> {
        let plain = Vec::<(String, usize)>::deserialize(from)?;
        Ok(plain.into_iter().map(|(word, n)| (word.into(), n)).collect())
    }
}
