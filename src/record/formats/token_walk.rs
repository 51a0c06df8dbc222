//! The order in which a tree of moves is written as tokens: the main move, then its
//! variations in parentheses, then what follows the main move.

/// A step of the walk.
pub(super) enum Step<N> {
    Token(&'static str),
    Move(N),
    /// The moves after this one.
    Continuation(N),
}

/// Next item in the order: a token or a move.
pub(super) enum Next<N> {
    Token(&'static str),
    Move(N),
}

/// Walks from these steps, the last of them first. `children` gives the moves after
/// one, the main move first.
pub(super) fn walk<N: Copy>(
    mut stack: Vec<Step<N>>,
    children: impl Fn(N) -> Vec<N>,
    mut visit: impl FnMut(Next<N>),
) {
    while let Some(step) = stack.pop() {
        match step {
            Step::Token(token) => visit(Next::Token(token)),
            Step::Move(node) => visit(Next::Move(node)),
            Step::Continuation(node) => {
                let children = children(node);
                let Some((&main, others)) = children.split_first() else { continue };
                stack.push(Step::Continuation(main));
                for &other in others.iter().rev() {
                    stack.extend([
                        Step::Token(")"),
                        Step::Continuation(other),
                        Step::Move(other),
                        Step::Token("("),
                    ]);
                }
                stack.push(Step::Move(main));
            }
        }
    }
}
