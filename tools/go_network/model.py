"""The network of Go as PyTorch trains it.

Its weights have the names that `src/search/conv_net` reads: a residual tower with global
pooling, and heads for policy, value, score and ownership. There is no normalisation: the second
convolution of every block begins at zero, which is enough for a tower this low (Zhang, Dauphin
and Ma, "Fixup initialization", 2019).
"""

import torch
from torch import nn
from torch.nn import functional as F

NUM_PLANES = 16
NUM_GLOBALS = 12
HEAD = 32
VALUE_HIDDEN = 64
# Points that a score of 1 means.
SCORE_SCALE = 20.0


def size_of(x):
    """How far the side of a board is from 14 points, in tens."""
    return ((x.shape[2] * x.shape[3]) ** 0.5 - 14.0) / 10.0


def pool(x):
    """Mean, mean by size, and maximum of each channel."""
    mean = x.mean(dim=(2, 3))
    return torch.cat([mean, mean * size_of(x), x.amax(dim=(2, 3))], dim=1)


def value_pool(x):
    """Mean, mean by size, and mean by the square of size of each channel."""
    mean = x.mean(dim=(2, 3))
    size = size_of(x)
    return torch.cat([mean, mean * size, mean * (size * size - 0.1)], dim=1)


class Block(nn.Module):
    """A residual block, with or without pooled channels."""

    def __init__(self, channels, pooled):
        super().__init__()
        self.regular = channels - pooled
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(self.regular, channels, 3, padding=1)
        self.pool = nn.Linear(3 * pooled, self.regular, bias=False) if pooled else None
        nn.init.zeros_(self.conv2.weight)

    def forward(self, x):
        y = self.conv1(x)
        if self.pool is not None:
            y, pooled = y.split([self.regular, y.shape[1] - self.regular], dim=1)
            y = y + self.pool(pool(F.relu(pooled)))[:, :, None, None]
        return F.relu(x + self.conv2(F.relu(y)))


class Network(nn.Module):
    """Of `blocks` blocks, of which those with numbers in `pooled` have `channels / 4` pooled
    channels."""

    def __init__(self, channels=64, blocks=6, pooled=(1, 4)):
        super().__init__()
        self.stem = nn.Conv2d(NUM_PLANES, channels, 3, padding=1)
        self.stem_global = nn.Linear(NUM_GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(
            Block(channels, channels // 4 if n in pooled else 0) for n in range(blocks)
        )
        self.head = nn.Conv2d(channels, 3 * HEAD, 1)
        self.policy_pool = nn.Linear(3 * HEAD, HEAD, bias=False)
        self.policy_out = nn.Linear(HEAD, 1, bias=False)
        self.pass_hidden = nn.Linear(3 * HEAD, HEAD)
        self.pass_out = nn.Linear(HEAD, 1)
        self.value_hidden = nn.Linear(3 * HEAD, VALUE_HIDDEN)
        self.value_out = nn.Linear(VALUE_HIDDEN, 4)
        self.ownership = nn.Linear(HEAD, 1)

    def forward(self, planes, numbers):
        """Logits of the points and of a pass; logits of win and loss, lead and deviation in
        units of SCORE_SCALE; ownership before tanh."""
        x = F.relu(self.stem(planes) + self.stem_global(numbers)[:, :, None, None])
        for block in self.blocks:
            x = block(x)
        p, q, v = self.head(x).split(HEAD, dim=1)
        pooled = pool(F.relu(q))
        p = F.relu(p + self.policy_pool(pooled)[:, :, None, None])
        points = torch.einsum("nchw,c->nhw", p, self.policy_out.weight[0]).flatten(1)
        to_pass = self.pass_out(F.relu(self.pass_hidden(pooled)))
        v = F.relu(v)
        value = self.value_out(F.relu(self.value_hidden(value_pool(v))))
        owner = torch.einsum("nchw,c->nhw", v, self.ownership.weight[0]) + self.ownership.bias
        return torch.cat([points, to_pass], dim=1), value, owner.flatten(1)

    def export(self):
        """The weights by the names of the file."""
        names = {
            "stem_global.": "stem.global.",
            "policy_pool.": "policy.pool.",
            "policy_out.": "policy.out.",
            "pass_hidden.": "policy.pass.hidden.",
            "pass_out.": "policy.pass.out.",
            "value_hidden.": "value.hidden.",
            "value_out.": "value.out.",
        }
        out = {}
        for name, tensor in self.state_dict().items():
            for ours, theirs in names.items():
                if name.startswith(ours):
                    name = theirs + name[len(ours) :]
            if name == "stem.global.weight":
                name = "stem.global"
            out[name] = tensor.detach().float().contiguous()
        return out
