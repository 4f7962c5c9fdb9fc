"""Tables and their log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("ladies", sa.String(16), nullable=False),
        sa.Column("quiet", sa.Integer, nullable=False),
        sa.Column("turn_cap", sa.Integer, nullable=False),
        sa.Column("mat", sa.String(8), nullable=False),
        sa.Column("roster", sa.String(32), nullable=False),
        sa.Column("aid", sa.String(16), nullable=False),
        sa.Column("first", sa.String(8), nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("open_seat", sa.String(8)),
        sa.Column("rematch_of", sa.String(32), sa.ForeignKey("tables.id")),
    )
    op.create_index("tables_created", "tables", ["created"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("family", sa.String(8)),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="log_number"),
        sa.UniqueConstraint("table_id", "ply", name="log_ply"),
    )


def downgrade() -> None:
    op.drop_table("log")
    op.drop_table("tables")
