"""Clocks of games, lists of somebody's games behind one secret, addresses that are confirmed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("games", sa.Column("clock", sa.Text()))
    op.add_column("seats", sa.Column("deadline", sa.Float()))
    op.add_column("notices", sa.Column("code", sa.Text()))
    op.create_table(
        "rings",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_index("ix_rings_hash", "rings", ["hash"])
    op.create_table(
        "ring_seats",
        sa.Column(
            "ring_id",
            sa.Text(),
            sa.ForeignKey("rings.id", ondelete="CASCADE"),
            primary_key=True,
            nullable=False,
        ),
        sa.Column(
            "game_id",
            sa.Text(),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
            nullable=False,
            index=True,
        ),
        sa.Column("side", sa.Text(), primary_key=True),
        sa.Column("made", sa.Float(), nullable=False),
    )
