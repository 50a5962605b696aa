"""The tables of the database. `migrations/` creates them and brings older ones up to date."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

HEAD = "0003"
"""The newest migration."""

metadata = MetaData()


def _game() -> Column[str]:
    return Column(
        "game_id",
        Text,
        ForeignKey("games.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    )


games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("head", Text, nullable=False),  # JSON: game, rules, data, scenario, options, seed
    Column("version", Integer, nullable=False),  # how many lines its log has
    Column("summary", Text, nullable=False),  # JSON: turn, phase, whose decision, result
    Column("over", Boolean, nullable=False),
    Column("watch", Text, nullable=False),  # who may watch: open, link or none
    Column("listed", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("moved", Float, nullable=False),
    Column("bot_to_move", Boolean, nullable=False),
    Column(
        "thinker", Text
    ),  # the server process that runs the game's bots, and until when its lease lasts
    Column("thinks_until", Float),
    Column("maker", Text),  # a mark of the client that made it
    Column("clock", Text),  # JSON: days for a move, and what happens when they have run out
    Index("games_moved", "moved"),
)
"""A game. Everything but who may watch follows from `head` and the log."""

log = Table(
    "log",
    metadata,
    _game(),
    Column("version", Integer, primary_key=True, autoincrement=False),
    # choice, undo, offer, withdraw, decline, agree, pledge, share, end
    Column("kind", Text, nullable=False),
    Column("side", Text),
    Column("data", Text, nullable=False),  # JSON
    Column("reason", Text),  # JSON: why a bot did it
    Column("at", Float, nullable=False),
)
"""Everything that happened in a game, line by line; append-only."""

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("side", Text, primary_key=True),
    Column("who", Text, nullable=False),  # human, or the name of a bot
    Column("name", Text),
    Column("taken", Boolean, nullable=False),
    Column("note", Text, nullable=False),
    Column("due", Float),  # when its player is to be notified of their move
    Column("deadline", Float),  # when its time for the present move runs out
)

keys = Table(
    "keys",
    metadata,
    Column("hash", Text, primary_key=True),  # of the secret; the secret itself is not stored
    Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("side", Text),
    Column("role", Text, nullable=False),  # seat, watch, invite-seat, invite-device, invite-watch
    Column("made", Float, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("side", Text, nullable=False),
    Column("name", Text),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game_id", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("side", Text, nullable=False),
    Column("how", Text, nullable=False),  # push, email, service
    Column("address", Text, nullable=False),
    Column("code", Text),  # the hash of what confirms the address; null: it is confirmed
)

rings = Table(
    "rings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("hash", Text, nullable=False, index=True),  # of the secret; another one revokes it
    Column("made", Float, nullable=False),  # or, to a day, when it last had a seat
)
"""A list of somebody's seats in several games, like a ring of keys."""

ring_seats = Table(
    "ring_seats",
    metadata,
    Column(
        "ring_id",
        Text,
        ForeignKey("rings.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    ),
    Column(
        "game_id",
        Text,
        ForeignKey("games.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
        index=True,
    ),
    Column("side", Text, primary_key=True),
    Column("made", Float, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    _game(),
    Column("version", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("stamp", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""A game's state at some moment, to make loading fast; may be deleted at any time."""

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
