"""Alembic's entry point: runs the migrations in the caller's transaction."""

from __future__ import annotations

from alembic import context

from data.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True
)
context.run_migrations()
