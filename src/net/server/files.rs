//! The number of files that the system lets this program have open, which is what bounds the
//! connections of a server first: most systems allow a program a thousand until it asks for more.

/// Files of each connection: the client's, and the two ends of its way to the broker.
const OF_A_CONNECTION: u64 = 3;

/// Files beside those of connections: the store, the referee, listeners, the page.
const OTHERS: u64 = 128;

/// Asks the system for as many open files as so many connections need. Gives the number of
/// connections for which those suffice that it allows, if they are fewer.
pub fn allow_connections(connections: usize) -> Result<(), usize> {
    let needed = (connections as u64).saturating_mul(OF_A_CONNECTION).saturating_add(OTHERS);
    let allowed = allow(needed);
    if allowed >= needed {
        return Ok(());
    }
    let fewer = allowed.saturating_sub(OTHERS) / OF_A_CONNECTION;
    Err(usize::try_from(fewer).unwrap_or(usize::MAX))
}

/// Raises the limit to `needed`, or as far as it goes, and gives it.
#[cfg(unix)]
#[expect(unsafe_code, reason = "limits of the system are told through C alone")]
fn allow(needed: u64) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call writes this one structure, which outlives it.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) } != 0 {
        return u64::MAX;
    }
    // The number has another type on some systems.
    #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
    let before = limit.rlim_cur as u64;
    if before >= needed {
        return before;
    }
    limit.rlim_cur = limit.rlim_max.min(needed as libc::rlim_t);
    // SAFETY: the call reads this one structure, which outlives it.
    if unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) } == 0 {
        #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
        let after = limit.rlim_cur as u64;
        after
    } else {
        before
    }
}

/// Elsewhere there is no such limit.
#[cfg(not(unix))]
fn allow(_needed: u64) -> u64 {
    u64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_allows_is_told_and_no_more_is_asked_for() {
        assert_eq!(allow_connections(1), Ok(()));
        let before = allow(0);
        let _ = allow_connections(usize::MAX / 8);
        assert!(allow(0) >= before, "nothing is taken away");
    }
}
