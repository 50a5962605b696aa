"""Who has made a game, as a mark that says whether two games were made by the same client."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("maker", sa.Text()))
