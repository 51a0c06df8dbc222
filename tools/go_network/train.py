"""Trains the network of Go on positions that a teacher, or self-play, has judged.

    python train.py --positions FOLDER --out FOLDER --minutes 60

It writes `latest.safetensors`, which `tianyuan pack-network go` makes the shipped file of, and
`checkpoint.pt`, from which it goes on with --resume. One file in twenty is held out.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch.nn import functional as F

from model import SCORE_SCALE, Network
from samples import SampleFile, batch


def losses(network, tensors):
    """Policy and win chance (cross entropy above the least possible), lead and deviation
    (Huber), ownership (mean squared error)."""
    planes, numbers, policy, value, ownership = tensors
    logits, said, owner = network(planes, numbers)
    log_policy = F.log_softmax(logits, dim=1)
    entropy = -(policy * policy.clamp_min(1e-9).log()).sum(1)
    policy_loss = (-(policy * log_policy).sum(1) - entropy).mean()
    win = value[:, 0].clamp(0.001, 0.999)
    wins = torch.stack([win, 1.0 - win], dim=1)
    log_wins = F.log_softmax(said[:, :2], dim=1)
    value_loss = (-(wins * log_wins).sum(1) + (wins * wins.log()).sum(1)).mean()
    lead_loss = F.huber_loss(said[:, 2], value[:, 1] / SCORE_SCALE, delta=0.5)
    deviation_loss = F.huber_loss(F.softplus(said[:, 3]), value[:, 2] / SCORE_SCALE, delta=0.5)
    ownership_loss = F.mse_loss(torch.tanh(owner), ownership)
    return torch.stack([policy_loss, value_loss, lead_loss, deviation_loss, ownership_loss])


WEIGHTS = torch.tensor([1.0, 1.5, 1.5, 0.3, 1.2])


class Data:
    """The files of folders, read again as they grow; batches of one size of board each."""

    def __init__(self, folders, size_weights, rng):
        self.folders, self.rng = [Path(folder) for folder in folders], rng
        self.files, self.weights = {}, size_weights
        self.order = {}
        self.refresh()

    def refresh(self):
        for folder in self.folders:
            for path in sorted(folder.glob("*.bin")):
                if path not in self.files:
                    self.files[path] = SampleFile(path)

    def sizes(self, held_out):
        """Records by size of board."""
        found = {}
        for path, file in self.files.items():
            is_held_out = int(path.stem.split("-")[-1]) % 20 == 0 and len(self.files) > 4
            if is_held_out == held_out:
                found.setdefault((file.files, file.ranks), []).append(file.records)
        return {size: np.concatenate(records) for size, records in found.items()}


def held_out_losses(network, sizes, rng, size):
    network.eval()
    found = {}
    with torch.no_grad():
        for (files, ranks), records in sizes.items():
            chosen = records[rng.choice(len(records), min(len(records), 1536), replace=False)]
            sums = torch.zeros(5)
            count = 0
            for start in range(0, len(chosen), size):
                part = chosen[start : start + size]
                sums += losses(network, batch(part, files, ranks, 0)) * len(part)
                count += len(part)
            found[f"{files}x{ranks}"] = [round(float(x), 4) for x in sums / count]
    network.train()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", action="append", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--pooled", default="1,4")
    parser.add_argument("--batch", type=int, default=256, help="positions of 9x9 in a batch")
    parser.add_argument("--rate", type=float, default=0.0015)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--share", default="9:0.6,19:0.25,13:0.1,7:0.05",
                        help="part of the batches by size of board")
    parser.add_argument("--start", help="weights to begin with (safetensors)")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    rng = np.random.default_rng(args.seed)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    pooled = tuple(int(n) for n in args.pooled.split(","))
    network = Network(args.channels, args.blocks, pooled).to(memory_format=torch.channels_last)
    average = Network(args.channels, args.blocks, pooled).to(memory_format=torch.channels_last)
    if args.start:
        given = load_file(args.start)
        names = dict(zip(network.export(), network.state_dict()))
        network.load_state_dict({names[name]: tensor for name, tensor in given.items()})
    average.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-4)
    step, used = 0, 0.0
    if args.resume and (out / "checkpoint.pt").exists():
        saved = torch.load(out / "checkpoint.pt")
        network.load_state_dict(saved["network"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        step, used = saved["step"], saved["used"]
    share = {int(part.split(":")[0]): float(part.split(":")[1]) for part in args.share.split(",")}

    def save():
        save_file(average.export(), out / "latest.part")
        (out / "latest.part").replace(out / "latest.safetensors")
        state = {"network": network.state_dict(), "average": average.state_dict(),
                 "optimiser": optimiser.state_dict(), "step": step, "used": used}
        torch.save(state, out / "checkpoint.pt")

    data = Data(args.positions, share, rng)
    training, held_out = data.sizes(False), data.sizes(True)
    began = told = time.time()
    sums, count, seen = torch.zeros(5), 0, 0
    while True:
        spent = used + (time.time() - began) / 60.0
        if spent >= args.minutes:
            break
        done = spent / args.minutes
        # Warm-up, then half a cosine down to a fiftieth.
        rate = args.rate * min(1.0, (step + 1) / 300) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * done)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        sizes = list(training)
        chances = np.array([share.get(size[0], 0.0) for size in sizes])
        files, ranks = sizes[rng.choice(len(sizes), p=chances / chances.sum())]
        records = training[(files, ranks)]
        size = max(32, args.batch * 81 // (files * ranks))
        chosen = records[rng.integers(0, len(records), size)]
        parts = losses(network, batch(chosen, files, ranks, int(rng.integers(0, 8))))
        optimiser.zero_grad(set_to_none=True)
        (parts * WEIGHTS).sum().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        step += 1
        seen += size
        keep = min(0.999, (step + 1) / (step + 20))
        with torch.no_grad():
            for mean, now in zip(average.parameters(), network.parameters()):
                mean.lerp_(now, 1.0 - keep)
        sums += parts.detach()
        count += 1
        if time.time() - told > 60.0:
            told = time.time()
            used, began = spent, time.time()
            held = held_out_losses(average, held_out, np.random.default_rng(7), 256)
            numbers = [round(float(x), 4) for x in sums / count]
            totals = {f"{f}x{r}": len(records) for (f, r), records in training.items()}
            print(f"{spent:.1f} min, step {step}, {seen} positions of {totals}, rate {rate:.5f}: "
                  f"{numbers}, held out {held}", flush=True)
            sums, count = torch.zeros(5), 0
            save()
            data.refresh()
            training, held_out = data.sizes(False), data.sizes(True)
    used = args.minutes
    save()


if __name__ == "__main__":
    main()
