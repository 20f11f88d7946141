ALTER TABLE "outgoing_transfers" ADD COLUMN "block_hash" text;--> statement-breakpoint
CREATE INDEX "receive_addresses_unused" ON "receive_addresses" USING btree ("wallet_id","funded" DESC NULLS LAST,"rests_until" NULLS FIRST,"id") WHERE last_leased_at is null and retired_at is null;--> statement-breakpoint
CREATE INDEX "receive_addresses_derived" ON "receive_addresses" USING btree ("wallet_id","derivation_index");--> statement-breakpoint
CREATE INDEX "receive_addresses_retired" ON "receive_addresses" USING btree ("retired_at") WHERE retired_at is not null;--> statement-breakpoint
CREATE INDEX "receive_addresses_holding" ON "receive_addresses" USING btree ("id") WHERE balance_micros > 1;--> statement-breakpoint
CREATE INDEX "refunds_from" ON "refunds" USING btree ("from_address") WHERE from_address is not null;