"""The house: which secret the links to its tables were made with."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("secret_digest", sa.String(64), nullable=False),
        sa.CheckConstraint("id = 1", name="house_once"),
    )


def downgrade() -> None:
    op.drop_table("house")
