"""Alembic runs this; the connection is handed over by `database.upgrade`."""

from alembic import context

from hexfront.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
