"""DATA: the endings of files that are systems without being text in a language."""

TABLE_EXTENSIONS = (".csv", ".dat", ".parquet", ".nc")
"""Those of tables."""
TEXT_TABLES = TABLE_EXTENSIONS[:2]
"""Those of tables that are text."""
MOCK_UP = ".fmu"
