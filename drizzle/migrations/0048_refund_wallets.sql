CREATE TABLE "refund_wallet_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"outgoing_id" uuid,
	CONSTRAINT "refund_wallet_transfers_outgoing" UNIQUE("outgoing_id"),
	CONSTRAINT "refund_wallet_transfers_once" UNIQUE("network","tx_hash","log_index"),
	CONSTRAINT "refund_wallet_transfers_amount" CHECK ("refund_wallet_transfers"."amount_micros" > 0),
	CONSTRAINT "refund_wallet_transfers_decided" CHECK (num_nonnulls("refund_wallet_transfers"."decided_at", "refund_wallet_transfers"."decided_by") in (0, 2)),
	CONSTRAINT "refund_wallet_transfers_confirmed" CHECK ("refund_wallet_transfers"."outgoing_id" is null or "refund_wallet_transfers"."decided_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refund_wallets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "refund_wallets_address" CHECK ("refund_wallets"."address" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "refund_wallet_transfers" ADD CONSTRAINT "refund_wallet_transfers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_wallet_transfers" ADD CONSTRAINT "refund_wallet_transfers_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_wallet_transfers" ADD CONSTRAINT "refund_wallet_transfers_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_wallet_transfers" ADD CONSTRAINT "refund_wallet_transfers_outgoing_id_outgoing_transfers_id_fk" FOREIGN KEY ("outgoing_id") REFERENCES "public"."outgoing_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_wallets" ADD CONSTRAINT "refund_wallets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_wallets" ADD CONSTRAINT "refund_wallets_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_wallet_transfers_open" ON "refund_wallet_transfers" USING btree ("refund_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "refund_wallet_transfers_undecided" ON "refund_wallet_transfers" USING btree ("merchant_id","occurred_at") WHERE decided_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_wallets_one_current" ON "refund_wallets" USING btree ("merchant_id") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_wallets_current_address" ON "refund_wallets" USING btree ("address") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "refund_wallets_any_address" ON "refund_wallets" USING btree ("address","merchant_id");--> statement-breakpoint
-- A refund wallet never changes: another one is set in its place. Rows stay, since refunds were paid from them.
CREATE FUNCTION refund_wallets_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.merchant_id, NEW.address, NEW.set_by, NEW.set_at)
     IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.address, OLD.set_by, OLD.set_at) OR OLD.removed_at IS NOT NULL THEN
    RAISE EXCEPTION 'refund wallet %: it can only be removed, once', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_wallets_guard BEFORE UPDATE ON refund_wallets
  FOR EACH ROW EXECUTE FUNCTION refund_wallets_guard();
--> statement-breakpoint
CREATE TRIGGER refund_wallets_kept BEFORE DELETE ON refund_wallets
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER refund_wallets_not_emptied BEFORE TRUNCATE ON refund_wallets
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- What a transfer moved never changes, nor does a decision about it. Until one is made, it may turn out to be like
-- another refund, or like none that is still open.
CREATE FUNCTION refund_wallet_transfers_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decided_at IS NOT NULL THEN
    RAISE EXCEPTION 'transfer %: it was decided', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF (NEW.id, NEW.merchant_id, NEW.refund_id, NEW.network, NEW.tx_hash, NEW.log_index, NEW.from_address, NEW.to_address,
      NEW.amount_micros, NEW.block_number, NEW.block_hash, NEW.occurred_at)
     IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.refund_id, OLD.network, OLD.tx_hash, OLD.log_index,
                       OLD.from_address, OLD.to_address, OLD.amount_micros, OLD.block_number, OLD.block_hash,
                       OLD.occurred_at) THEN
    RAISE EXCEPTION 'transfer %: what it moved never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_wallet_transfers_guard BEFORE UPDATE OR DELETE ON refund_wallet_transfers
  FOR EACH ROW EXECUTE FUNCTION refund_wallet_transfers_guard();
--> statement-breakpoint
CREATE TRIGGER refund_wallet_transfers_not_emptied BEFORE TRUNCATE ON refund_wallet_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- Only receive addresses have a ledger: Till knows nothing of what else a refund wallet sends and receives.
CREATE OR REPLACE FUNCTION address_ledgers_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO address_ledgers AS l (network, address, sent_micros)
  SELECT e.network, e.from_address, sum(e.amount_micros) FROM entered e
   WHERE EXISTS (SELECT FROM receive_addresses a WHERE a.address = e.from_address AND a.merchant_id = e.merchant_id)
   GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (network, address) DO UPDATE SET sent_micros = l.sent_micros + excluded.sent_micros;
  RETURN NULL;
END $$;
