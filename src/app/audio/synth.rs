//! TEMP
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound { Place, Flip, Illegal, Won, Lost, Drawn }
pub const RATE: u32 = 44100;
pub fn render(_: Sound) -> Vec<f32> { vec![0.0; 4410] }
pub fn wav(s: &[f32], _rate: u32) -> Vec<u8> { vec![0; s.len()] }
