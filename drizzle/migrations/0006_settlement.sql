CREATE TABLE "address_leases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_id" uuid NOT NULL,
	"intent_id" uuid NOT NULL,
	"leased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_at_block" bigint NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "address_leases_intent" UNIQUE("intent_id")
);
--> statement-breakpoint
CREATE TABLE "attention_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"intent_id" uuid,
	"transfer_id" uuid,
	"amount_micros" bigint NOT NULL,
	"disputed" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	"resolution" text,
	"note" text,
	"rest_intent_id" uuid,
	CONSTRAINT "attention_items_kind" CHECK ("attention_items"."kind" in ('partial', 'over', 'late', 'after_cancel', 'after_paid', 'unassigned', 'disputed')),
	CONSTRAINT "attention_items_resolved" CHECK (("attention_items"."resolved_at" is null) = ("attention_items"."resolution" is null)),
	CONSTRAINT "attention_items_resolution" CHECK ("attention_items"."resolution" in ('accepted', 'refunded', 'asked', 'settled')),
	CONSTRAINT "attention_items_note_length" CHECK (char_length("attention_items"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "chain_alarms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"network" text NOT NULL,
	"merchant_id" uuid,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"network" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"finalized_number" bigint NOT NULL,
	"finalized_hash" text NOT NULL,
	"finalized_time" timestamp with time zone NOT NULL,
	"head_number" bigint NOT NULL,
	"passed_at" timestamp with time zone NOT NULL,
	"provider" text NOT NULL,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"rescanned_hour_at" timestamp with time zone,
	"rescanned_day_at" timestamp with time zone,
	"canary_at" timestamp with time zone,
	"token_checked_at" timestamp with time zone,
	"token" jsonb
);
--> statement-breakpoint
CREATE TABLE "chain_sightings" (
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"intent_id" uuid NOT NULL,
	"amount_micros" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chain_sightings_network_tx_hash_log_index_pk" PRIMARY KEY("network","tx_hash","log_index"),
	CONSTRAINT "chain_sightings_amount" CHECK ("chain_sightings"."amount_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "outgoing_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_transfers_once" UNIQUE("network","tx_hash","log_index"),
	CONSTRAINT "outgoing_transfers_amount" CHECK ("outgoing_transfers"."amount_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "receive_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"address" text NOT NULL,
	"derivation_index" integer,
	"rests_until" timestamp with time zone,
	"rests_at_least_until" timestamp with time zone,
	"last_leased_at" timestamp with time zone,
	"funded" boolean DEFAULT false NOT NULL,
	"balance_micros" bigint,
	"balance_at" timestamp with time zone,
	"blacklisted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "receive_addresses_address" CHECK ("receive_addresses"."address" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "receive_addresses_index" CHECK ("receive_addresses"."derivation_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "receiving_wallets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"xpub" text,
	"next_index" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "receiving_wallets_kind" CHECK ("receiving_wallets"."kind" in ('list', 'xpub')),
	CONSTRAINT "receiving_wallets_xpub" CHECK (("receiving_wallets"."kind" = 'xpub') = ("receiving_wallets"."xpub" is not null)),
	CONSTRAINT "receiving_wallets_next_index" CHECK ("receiving_wallets"."next_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"prepared_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"outgoing_id" uuid,
	CONSTRAINT "refunds_outgoing" UNIQUE("outgoing_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_micros" > 0),
	CONSTRAINT "refunds_to" CHECK ("refunds"."to_address" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
DROP INDEX "payment_intents_due_expiry";--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "tolerance_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_intents" DROP COLUMN "flags";--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "flags" smallint GENERATED ALWAYS AS (((received_micros > 0 and received_micros < amount_micros - tolerance_micros)::int
          + 2 * (received_micros > amount_micros)::int + 4 * (uncounted_micros > 0)::int)::smallint) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "never_reuse_addresses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "receive_address" text;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "success_url" text;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "cancel_url" text;--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "tolerance_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "from_address" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "block_number" bigint;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "block_hash" text;--> statement-breakpoint
ALTER TABLE "address_leases" ADD CONSTRAINT "address_leases_address_id_receive_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."receive_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_leases" ADD CONSTRAINT "address_leases_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_rest_intent_id_payment_intents_id_fk" FOREIGN KEY ("rest_intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_alarms" ADD CONSTRAINT "chain_alarms_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_sightings" ADD CONSTRAINT "chain_sightings_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_transfers" ADD CONSTRAINT "outgoing_transfers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receive_addresses" ADD CONSTRAINT "receive_addresses_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receive_addresses" ADD CONSTRAINT "receive_addresses_wallet_id_receiving_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."receiving_wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiving_wallets" ADD CONSTRAINT "receiving_wallets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_item_id_attention_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."attention_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_prepared_by_users_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_outgoing_id_outgoing_transfers_id_fk" FOREIGN KEY ("outgoing_id") REFERENCES "public"."outgoing_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_leases_one_active" ON "address_leases" USING btree ("address_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "address_leases_address" ON "address_leases" USING btree ("address_id","leased_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_intent" ON "attention_items" USING btree ("intent_id","kind") WHERE kind in ('partial', 'over');--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_transfer" ON "attention_items" USING btree ("transfer_id") WHERE transfer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_disputed" ON "attention_items" USING btree ((disputed ->> 'network'),(disputed ->> 'txHash'),(disputed ->> 'logIndex')) WHERE kind = 'disputed';--> statement-breakpoint
CREATE INDEX "attention_items_list" ON "attention_items" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "attention_items_open" ON "attention_items" USING btree ("merchant_id","created_at") WHERE resolved_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_alarms_one_active" ON "chain_alarms" USING btree ("network","kind",coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "chain_sightings_intent" ON "chain_sightings" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "outgoing_transfers_from" ON "outgoing_transfers" USING btree ("from_address");--> statement-breakpoint
CREATE UNIQUE INDEX "receive_addresses_once" ON "receive_addresses" USING btree ("address");--> statement-breakpoint
CREATE INDEX "receive_addresses_free" ON "receive_addresses" USING btree ("wallet_id","funded" DESC NULLS LAST,"rests_until" NULLS FIRST,"id") WHERE retired_at is null and blacklisted_at is null;--> statement-breakpoint
CREATE INDEX "receive_addresses_watched" ON "receive_addresses" USING btree ("last_leased_at") WHERE last_leased_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receiving_wallets_one_active" ON "receiving_wallets" USING btree ("merchant_id") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "refunds_item" ON "refunds" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "refunds_waiting" ON "refunds" USING btree ("from_address","to_address","amount_micros") WHERE outgoing_id is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "payment_intents_flagged" ON "payment_intents" USING btree ("terminal_id","environment","flags","created_at","id") WHERE flags <> 0;--> statement-breakpoint
CREATE INDEX "payment_intents_live_day" ON "payment_intents" USING btree ("merchant_id","created_at") WHERE environment = 'live';--> statement-breakpoint
CREATE INDEX "transfers_address" ON "transfers" USING btree ("address") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "payment_intents_due_expiry" ON "payment_intents" USING btree ("environment","expires_at") WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_tolerance" CHECK ("payment_intents"."tolerance_micros" >= 0);--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_receive_address" CHECK ("payment_intents"."receive_address" is null or ("payment_intents"."environment" = 'live' and "payment_intents"."receive_address" ~ '^0x[0-9a-f]{40}$'));--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_urls" CHECK ("payment_intents"."success_url" ~* '^https?://' and "payment_intents"."cancel_url" ~* '^https?://');--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_tolerance" CHECK ("terminals"."tolerance_micros" between 0 and 100000000);