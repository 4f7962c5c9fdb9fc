"""What Alembic runs: the steps that are missing, on the connection that the server gives it."""

from alembic import context

from volto.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
