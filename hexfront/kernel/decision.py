"""What a player is asked, and what he may answer."""

from dataclasses import dataclass

Choice = tuple[str | int, ...]
"""A verb and its arguments, for example ("go", "2218")."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whose decision is next, what it is for, and every legal answer."""

    side: str
    kind: str
    prompt: str
    choices: list[Choice]

    def as_json(self) -> dict[str, object]:
        """The decision object of the engine protocol."""
        return {
            "side": self.side,
            "kind": self.kind,
            "prompt": self.prompt,
            "choices": [list(choice) for choice in self.choices],
        }
