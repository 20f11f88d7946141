ALTER TABLE "address_ledgers" ADD COLUMN "since_block" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "address_ledgers" ADD COLUMN "opening_micros" bigint;--> statement-breakpoint
ALTER TABLE "receive_addresses" ADD COLUMN "is_ahead" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receive_addresses" ADD COLUMN "balance_block" bigint;--> statement-breakpoint
ALTER TABLE "receive_addresses" ADD COLUMN "differs_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "receive_addresses_compare" ON "receive_addresses" USING btree ("balance_block") WHERE balance_block is not null;--> statement-breakpoint
CREATE INDEX "receive_addresses_differs" ON "receive_addresses" USING btree ("merchant_id") WHERE differs_at is not null;