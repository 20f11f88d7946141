CREATE TABLE "backups" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backups_counts" CHECK (least("backups"."rows", "backups"."bytes") >= 0)
);
