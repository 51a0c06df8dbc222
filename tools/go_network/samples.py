"""Files of positions, as `src/train/go/samples.rs` writes them."""

import numpy as np
import torch

from model import NUM_GLOBALS, NUM_PLANES

MAGIC = b"TYGOSAM1"


class SampleFile:
    """The positions of one file, in memory as they are on disk."""

    def __init__(self, path):
        data = np.fromfile(path, dtype=np.uint8)
        if bytes(data[:8]) != MAGIC:
            raise ValueError(f"{path}: not a file of positions; expected one that begins with {MAGIC}")
        self.files, self.ranks, planes, numbers = (int(n) for n in data[8:12])
        if (planes, numbers) != (NUM_PLANES, NUM_GLOBALS):
            raise ValueError(f"{path}: has {planes} planes and {numbers} globals; "
                             f"expected {NUM_PLANES} and {NUM_GLOBALS}")
        points = self.files * self.ranks
        self.type = np.dtype([
            ("planes", np.uint8, ((planes * points + 7) // 8,)),
            ("globals", "<f4", (numbers,)),
            ("policy", "<u2", (points + 1,)),
            ("value", "<f4", (3,)),
            ("ownership", np.int8, (points,)),
        ])
        self.records = data[12:].view(self.type)

    def __len__(self):
        return len(self.records)


def batch(records, files, ranks, symmetry):
    """Tensors of records, turned and mirrored by one of the eight symmetries of a square."""
    n, points = len(records), files * ranks
    bits = np.unpackbits(records["planes"], axis=1, bitorder="little")
    planes = bits[:, : NUM_PLANES * points].reshape(n, NUM_PLANES, ranks, files)
    policy = records["policy"].astype(np.float32)
    ownership = records["ownership"].astype(np.float32).reshape(n, ranks, files) / 127.0
    board = policy[:, :points].reshape(n, ranks, files)
    if files != ranks:
        symmetry &= 3
    turned = []
    for grid in (planes, board, ownership):
        if symmetry & 1:
            grid = grid[..., ::-1]
        if symmetry & 2:
            grid = grid[..., ::-1, :]
        if symmetry & 4:
            grid = np.swapaxes(grid, -1, -2)
        turned.append(np.ascontiguousarray(grid))
    planes, board, ownership = turned
    policy = np.concatenate([board.reshape(n, points), policy[:, points:]], axis=1)
    policy /= np.maximum(policy.sum(axis=1, keepdims=True), 1.0)
    return (
        torch.from_numpy(planes).float().contiguous(memory_format=torch.channels_last),
        torch.from_numpy(records["globals"].copy()),
        torch.from_numpy(policy),
        torch.from_numpy(records["value"].copy()),
        torch.from_numpy(ownership.reshape(n, points)),
    )
