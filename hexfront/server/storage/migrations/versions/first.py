"""Games, their logs, seats, keys, chat, notices, snapshots and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _game(key: bool = True) -> sa.Column[str]:
    return sa.Column(
        "game_id",
        sa.Text(),
        sa.ForeignKey("games.id", ondelete="CASCADE"),
        primary_key=key,
        nullable=False,
    )


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("watch", sa.Text(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("moved", sa.Float(), nullable=False),
        sa.Column("bot_to_move", sa.Boolean(), nullable=False),
        sa.Column("thinker", sa.Text()),
        sa.Column("thinks_until", sa.Float()),
    )
    op.create_index("games_moved", "games", ["moved"])
    op.create_table(
        "log",
        _game(),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("side", sa.Text()),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "seats",
        _game(),
        sa.Column("side", sa.Text(), primary_key=True),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("taken", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("due", sa.Float()),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.Text(), primary_key=True),
        _game(key=False),
        sa.Column("side", sa.Text()),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", _big, primary_key=True),
        _game(key=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", _big, primary_key=True),
        _game(key=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
    )
    for table in ("keys", "chat", "notices"):
        op.create_index(f"ix_{table}_game_id", table, ["game_id"])
    op.create_table(
        "snapshots",
        _game(),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
