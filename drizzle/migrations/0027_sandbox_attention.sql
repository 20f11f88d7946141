DROP INDEX "attention_items_list";--> statement-breakpoint
DROP INDEX "attention_items_open";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "from_address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attention_items" ADD COLUMN "environment" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "simulated_tx_hash" text;--> statement-breakpoint
CREATE INDEX "attention_items_rest" ON "attention_items" USING btree ("rest_intent_id") WHERE rest_intent_id is not null;--> statement-breakpoint
CREATE INDEX "attention_items_list" ON "attention_items" USING btree ("merchant_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "attention_items_open" ON "attention_items" USING btree ("merchant_id","environment","created_at") WHERE resolved_at is null;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_environment" CHECK ("attention_items"."environment" in ('sandbox', 'live'));--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_sandbox_intent" CHECK ("attention_items"."environment" = 'live' or "attention_items"."intent_id" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_sent_once" CHECK (num_nonnulls("refunds"."outgoing_id", "refunds"."simulated_tx_hash", "refunds"."withdrawn_at") <= 1);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_simulated" CHECK ("refunds"."from_address" is null or "refunds"."simulated_tx_hash" is null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_outgoing_from" CHECK ("refunds"."from_address" is not null or "refunds"."outgoing_id" is null);