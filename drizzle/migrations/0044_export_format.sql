-- with the column: a constraint of its own would be one that rows of the version before may break
ALTER TABLE "users" ADD COLUMN "export_format" text DEFAULT 'csv' NOT NULL CONSTRAINT "users_export_format" CHECK ("users"."export_format" in ('csv', 'csv_decimal_comma', 'csv_semicolon', 'xlsx'));
