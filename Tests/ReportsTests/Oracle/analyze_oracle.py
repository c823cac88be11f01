"""Recomputes every figure of `tipledger analyze` with scipy and statsmodels.

Reads from standard input {"alpha": A, "experiments": [{"experiment": E, "weights": [...] or absent,
"variants": [{"variant": V, "people": N, "conversions": X}, ...]}, ...]}, the first variant of each
being the baseline, and writes the same figures as the analysis, null for those that do not exist.

The chance to beat comes from the closed sum over the whole shapes of the posteriors, the expected loss
from its definition as an integral, so that neither shares the way in which the program computes them.
"""
import json
import sys

import numpy as np
from scipy import special, stats
from statsmodels.stats import proportion

NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)


def chance(a_t, b_t, a_c, b_c):
    """P(Beta(a_t, b_t) > Beta(a_c, b_c)), all shapes whole: a sum of a_t terms, each from the one before.

    The first term is a product of a_c ratios, which logarithms of gamma functions would blur.
    """
    first = np.log1p(-b_t / (b_c + b_t + np.arange(a_c))).sum()
    i = np.arange(a_t - 1)
    steps = np.log((a_c + i) / (a_c + i + b_c + b_t)) + np.log((b_t + i) / (1 + i))
    return float(np.exp(first + np.concatenate([[0.0], np.cumsum(steps)])).sum())


def expected_loss(a_t, b_t, a_c, b_c):
    """E[(p_c - p_t)+]: the integral of F_t (1 - F_c), by pieces as fine as each of the two needs."""
    reach_t = special.betaincinv(a_t, b_t, 1e-18), 1 - special.betaincinv(b_t, a_t, 1e-18)
    reach_c = special.betaincinv(a_c, b_c, 1e-18), 1 - special.betaincinv(b_c, a_c, 1e-18)
    low, high = reach_t[0], reach_c[1]
    if low >= high:
        return 0.0
    edges = np.concatenate([np.linspace(*reach, 17) for reach in (reach_t, reach_c, (low, high))])
    edges = np.unique(np.clip(edges, low, high))
    half = (edges[1:] - edges[:-1])[:, None] / 2
    x = (edges[1:] + edges[:-1])[:, None] / 2 + half * NODES[None, :]
    return float((half * WEIGHTS[None, :] * special.betainc(a_t, b_t, x) * special.betainc(b_c, a_c, 1 - x)).sum())


def compare(base, other, alpha):
    n_c, x_c, n_t, x_t = base["people"], base["conversions"], other["people"], other["conversions"]
    names = ["difference", "differenceInterval", "lift", "liftInterval", "p", "chanceToBeat", "expectedLoss"]
    found = dict.fromkeys(names)
    found["variant"] = other["variant"]
    if n_c == 0 or n_t == 0:
        return found
    p_c, p_t = x_c / n_c, x_t / n_t
    found["difference"] = p_t - p_c
    found["differenceInterval"] = list(
        proportion.confint_proportions_2indep(x_t, n_t, x_c, n_c, method="newcomb", compare="diff", alpha=alpha))
    if x_c > 0:
        found["lift"] = p_t / p_c - 1
        if x_t > 0 and (x_c < n_c or x_t < n_t):
            low, high = proportion.confint_proportions_2indep(
                x_t, n_t, x_c, n_c, method="log", compare="ratio", alpha=alpha, correction=False)
            found["liftInterval"] = [low - 1, high - 1]
    if min(x_c, n_c - x_c, x_t, n_t - x_t) < 5:
        found["p"] = float(stats.fisher_exact([[x_t, n_t - x_t], [x_c, n_c - x_c]]).pvalue)
    else:
        found["p"] = float(proportion.proportions_ztest([x_t, x_c], [n_t, n_c])[1])
    shapes = (x_t + 1, n_t - x_t + 1, x_c + 1, n_c - x_c + 1)
    found["chanceToBeat"] = chance(*shapes)
    found["expectedLoss"] = expected_loss(*shapes)
    return found


def holm(p):
    """Holm's adjusted p-values; statsmodels' own function collects garbage at each call, for 20 seconds."""
    order = np.argsort(p)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(1, np.maximum.accumulate(np.array(p)[order] * np.arange(len(p), 0, -1)))
    return adjusted


def analyze(experiment, alpha):
    variants = experiment["variants"]
    comparisons = [compare(variants[0], other, alpha) for other in variants[1:]]
    family = [c for c in comparisons if c["p"] is not None]
    adjusted = holm([c["p"] for c in family])
    for comparison in comparisons:
        comparison["pAdjusted"] = None
    for comparison, p in zip(family, adjusted):
        comparison["pAdjusted"] = float(p)
    rates = []
    for v in variants:
        if v["people"] == 0:
            rates.append({"variant": v["variant"], "rate": None, "interval": None})
            continue
        interval = proportion.proportion_confint(v["conversions"], v["people"], alpha=alpha, method="wilson")
        rates.append({
            "variant": v["variant"], "rate": v["conversions"] / v["people"],
            "interval": [float(end) for end in interval]})
    weights = np.array(experiment.get("weights") or [1] * len(variants), float)
    people = np.array([v["people"] for v in variants], float)[weights > 0]
    weights = weights[weights > 0]
    srm = None
    if len(people) > 1 and people.sum() > 0:
        statistic, p = stats.chisquare(people, people.sum() * weights / weights.sum())
        srm = {"chiSquare": float(statistic), "p": float(p)}
    return {"experiment": experiment["experiment"], "variants": rates, "comparisons": comparisons, "srm": srm}


if __name__ == "__main__":
    request = json.load(sys.stdin)
    json.dump({"experiments": [analyze(e, request["alpha"]) for e in request["experiments"]]}, sys.stdout)
