"""The tables of the database. A change here needs a migration."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0002"
"""The number of the newest migration."""

metadata = MetaData()

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("secret_digest", String(64), nullable=False),
    CheckConstraint("id = 1", name="house_once"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("mode", String(16), nullable=False),
    Column("ladies", String(16), nullable=False),
    Column("quiet", Integer, nullable=False),
    Column("turn_cap", Integer, nullable=False),
    Column("mat", String(8), nullable=False),
    Column("roster", String(32), nullable=False),
    Column("aid", String(16), nullable=False),
    Column("first", String(8), nullable=False),
    Column("people", Text, nullable=False),
    Column("open_seat", String(8)),
    Column("rematch_of", String(32), ForeignKey("tables.id")),
    Index("tables_created", "created"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("ply", Integer),
    Column("kind", String(16), nullable=False),
    Column("family", String(8)),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "number", name="log_number"),
    UniqueConstraint("table_id", "ply", name="log_ply"),
)
