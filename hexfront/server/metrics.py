"""What the server counts and measures, in Prometheus' text format: for the host, without a player's word."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from pathlib import Path

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds at which latencies are told apart."""


class Counter:
    """Something that only grows."""

    def __init__(self) -> None:
        self.value = 0.0

    def inc(self, by: float = 1.0) -> None:
        """Count once more, or several times."""
        self.value += by

    def lines(self, name: str, labels: str = "") -> Iterator[str]:
        yield f"{name}_total{labels} {self.value:g}"


class Histogram:
    """How long something took, each time."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(QUICK) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Note how long it took once."""
        self.buckets[bisect_left(QUICK, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """The buckets as they are read: each counts all that took no longer."""
        so_far = 0
        for bound, count in zip((*QUICK, float("inf")), self.buckets, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{"+Inf" if bound == float("inf") else f"{bound:g}"}"}} {so_far}'
        yield f"{name}_sum {self.sum:g}"
        yield f"{name}_count {so_far}"


class Metrics:
    """The measurements of one server process."""

    def __init__(self) -> None:
        self.choices = Counter()
        self.refused = Counter()
        self.pushes = Counter()
        self.write_failures = Counter()
        self.expired_games = Counter()
        self.requests: dict[int, Counter] = {}
        self.deed_seconds = Histogram()
        self.view_seconds = Histogram()
        self.write_seconds = Histogram()
        self.request_seconds = Histogram()
        self._watched: dict[str, tuple[str, Callable[[], float]]] = {}

    def request(self, status: int, seconds: float) -> None:
        """Count an HTTP request."""
        self.requests.setdefault(status, Counter()).inc()
        self.request_seconds.observe(seconds)

    def watch(self, name: str, words: str, value: Callable[[], float]) -> None:
        """A number that is asked for when somebody looks."""
        self._watched[name] = (words, value)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return "".join(f"{line}\n" for line in self._lines()).encode()

    def _lines(self) -> Iterator[str]:
        for name, words in COUNTERS.items():
            yield from _head(name, words, "counter")
            yield from getattr(self, name).lines(f"hexfront_{name}")
        yield from _head("requests", "HTTP requests", "counter")
        for status, counter in sorted(self.requests.items()):
            yield from counter.lines("hexfront_requests", f'{{status="{status}"}}')
        for name, words in HISTOGRAMS.items():
            yield from _head(name, words, "histogram")
            yield from getattr(self, name).lines(f"hexfront_{name}")
        for name, (words, value) in {**self._watched, **PROCESS}.items():
            yield from _head(name, words, "gauge")
            yield f"hexfront_{name} {value():g}"


COUNTERS = {
    "choices": "Choices taken and committed",
    "refused": "Messages of pages that were refused",
    "pushes": "Changes pushed to pages",
    "write_failures": "Writes that the database did not take",
    "expired_games": "Games deleted as abandoned",
}
HISTOGRAMS = {
    "deed_seconds": "From a page's message to its commit and push",
    "view_seconds": "Making what one side sees",
    "write_seconds": "Transactions of the database",
    "request_seconds": "HTTP requests",
}


def _head(name: str, words: str, kind: str) -> Iterator[str]:
    full = f"hexfront_{name}{'_total' if kind == 'counter' else ''}"
    yield f"# HELP {full} {words}"
    yield f"# TYPE {full} {kind}"


def memory() -> float:
    """Bytes of memory in use; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


PROCESS: dict[str, tuple[str, Callable[[], float]]] = {
    "memory_bytes": ("Memory of this process", memory),
    "processor_seconds": ("Processor time that this process has used", time.process_time),
}


class timed:  # noqa: N801
    """Measure what is done inside."""

    __slots__ = ("_histogram", "_start")

    def __init__(self, histogram: Histogram) -> None:
        self._histogram = histogram

    def __enter__(self) -> None:
        self._start = time.perf_counter()

    def __exit__(self, *problem: object) -> None:
        self._histogram.observe(time.perf_counter() - self._start)
