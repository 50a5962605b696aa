"""Time for bots that think as long as they may: the same on every machine."""


class Clock:
    """Processor time that goes on a fiftieth of a second whenever somebody looks."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 0.02
        return self.now
