//! Files of XQF and of others that share its order of the pieces.

/// The pieces of the starting position in the order of XQF and DhtmlXQ, as file
/// and rank from Red's left.
pub const SQUARES: [(u8, u8); 32] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (1, 2),
    (7, 2),
    (0, 3),
    (2, 3),
    (4, 3),
    (6, 3),
    (8, 3),
    (0, 9),
    (1, 9),
    (2, 9),
    (3, 9),
    (4, 9),
    (5, 9),
    (6, 9),
    (7, 9),
    (8, 9),
    (1, 7),
    (7, 7),
    (0, 6),
    (2, 6),
    (4, 6),
    (6, 6),
    (8, 6),
];

/// An XQF file of a later version by the published algorithm: all bytes after
/// the header are shifted by the key stream, the squares by products of the
/// keys, the lengths of comments by a constant.
pub fn keyed_xqf(version: u8) -> Vec<u8> {
    let mut bytes = vec![0_u8; 1024];
    let (mask, or, sum, piece, from, to) = (0x55, [1, 2, 4, 8], 77, 13, 29, 101);
    bytes[..4].copy_from_slice(&[b'X', b'Q', version, mask]);
    bytes[8..16].copy_from_slice(&[or[0], or[1], or[2], or[3], sum, piece, from, to]);
    let grown = |key: u8| ((u32::from(key).pow(2) * 54 + 221) & 0xFF) as u8;
    let key_piece = grown(piece).wrapping_mul(piece);
    let key_from = grown(from).wrapping_mul(key_piece);
    let key_to = grown(to).wrapping_mul(key_from);
    let key_comment = (u32::from(sum) * 256 + u32::from(piece)) % 32000 + 767;
    for (n, (file, rank)) in SQUARES.into_iter().enumerate() {
        let slot = if version >= 12 { (n + 63 - usize::from(key_piece) % 32) % 32 } else { n };
        bytes[16 + slot] = (file * 10 + rank).wrapping_add(key_piece);
    }
    bytes[51] = 1;
    let (red, ..) = encoding_rs::GB18030.encode("胡荣华");
    bytes[0x130] = red.len() as u8;
    bytes[0x131..0x131 + red.len()].copy_from_slice(&red);
    let words = [sum & mask | or[0], piece & mask | or[1], from & mask | or[2], to & mask | or[3]];
    let stream: Vec<u8> = b"[(C) Copyright Mr. Dong Shiwei.]"
        .iter()
        .enumerate()
        .map(|(n, byte)| byte & words[n % 4])
        .collect();
    let mut plain = Vec::new();
    let mut node = |step: [(u8, u8); 2], flags: u8, comment: &str| {
        let square = |(file, rank): (u8, u8)| file * 10 + rank;
        plain.push(square(step[0]).wrapping_add(24).wrapping_add(key_from));
        plain.push(square(step[1]).wrapping_add(32).wrapping_add(key_to));
        let (comment, ..) = encoding_rs::GB18030.encode(comment);
        plain.push(flags | if comment.is_empty() { 0 } else { 0x20 });
        plain.push(0);
        if !comment.is_empty() {
            plain.extend((comment.len() as u32 + key_comment).to_le_bytes());
            plain.extend_from_slice(&comment);
        }
    };
    node([(0, 0), (0, 0)], 0x80, "开局");
    node([(7, 2), (4, 2)], 0x80 | 0x40, "中炮");
    node([(7, 9), (6, 7)], 0, "");
    node([(1, 0), (2, 2)], 0, "");
    let shifted = plain.iter().enumerate().map(|(n, byte)| byte.wrapping_add(stream[n % 32]));
    bytes.extend(shifted);
    bytes
}
