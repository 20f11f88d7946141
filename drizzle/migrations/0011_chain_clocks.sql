DROP INDEX "address_leases_address";--> statement-breakpoint
ALTER TABLE "address_leases" ADD COLUMN "head_block" bigint;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "head_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "head_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "clock_skew_seconds" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "head_block" bigint;--> statement-breakpoint
CREATE INDEX "address_leases_address" ON "address_leases" USING btree ("address_id",coalesce(head_block, leased_at_block));