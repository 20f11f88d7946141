ALTER TABLE "refunds" ALTER COLUMN "item_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "to_address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "prepared_by" DROP NOT NULL;--> statement-breakpoint
-- constraints with their columns: those of their own may be broken by rows of the version before
ALTER TABLE "refunds" ADD COLUMN "environment" text DEFAULT 'live' NOT NULL CONSTRAINT "refunds_environment" CHECK ("environment" in ('sandbox', 'live'));--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "intent_id" uuid CONSTRAINT "refunds_intent_id_payment_intents_id_fk" REFERENCES "public"."payment_intents"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "status" text DEFAULT 'prepared' NOT NULL CONSTRAINT "refunds_status" CHECK ("status" in ('waiting_for_address', 'prepared', 'sent', 'final', 'failed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text CONSTRAINT "refunds_reason" CHECK (char_length("reason") between 1 and 200);--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "prepared_by_key" uuid CONSTRAINT "refunds_prepared_by_key_restricted_keys_id_fk" REFERENCES "public"."restricted_keys"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_hash" "bytea" CONSTRAINT "refunds_request_hash" CHECK (octet_length("request_hash") = 32);--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "confirmed_by" uuid CONSTRAINT "refunds_confirmed_by_users_id_fk" REFERENCES "public"."users"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "final_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "restricted_keys" ADD COLUMN "refund_limit_micros" bigint CONSTRAINT "restricted_keys_refund_limit" CHECK ("refund_limit_micros" > 0);--> statement-breakpoint
-- What is known of earlier refunds: their intents and items, and how far they have come.
UPDATE refunds f
   SET intent_id = n.intent_id, environment = n.environment, confirmed_at = f.created_at, confirmed_by = f.prepared_by,
       status = CASE WHEN num_nonnulls(f.outgoing_id, f.simulated_tx_hash) = 1 THEN 'final'
                     WHEN f.withdrawn_at IS NOT NULL THEN 'cancelled' ELSE 'prepared' END,
       final_at = CASE WHEN num_nonnulls(f.outgoing_id, f.simulated_tx_hash) = 1
                       THEN coalesce((SELECT o.occurred_at FROM outgoing_transfers o WHERE o.id = f.outgoing_id),
                                     n.resolved_at, f.created_at) END
  FROM attention_items n WHERE n.id = f.item_id;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_idempotency" ON "refunds" USING btree ("prepared_by_key","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "refunds_intent" ON "refunds" USING btree ("intent_id") WHERE intent_id is not null;--> statement-breakpoint
CREATE INDEX "refunds_list" ON "refunds" USING btree ("merchant_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("merchant_id","environment","created_at","id") WHERE status in ('waiting_for_address', 'prepared', 'sent', 'failed');--> statement-breakpoint
CREATE INDEX "refunds_final" ON "refunds" USING btree ("merchant_id","environment","final_at") WHERE final_at is not null;--> statement-breakpoint
-- A refund makes only the moves of lib/payments/refunds/state.ts, and what it says of the money never changes. Refunds
-- of an intent, or of money without one, don't exceed what was received. The version before writes no status.
CREATE FUNCTION refunds_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received bigint;
  planned bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.item_id IS NOT NULL THEN
      SELECT n.intent_id, n.environment INTO STRICT NEW.intent_id, NEW.environment
        FROM attention_items n WHERE n.id = NEW.item_id;
    END IF;
    IF NEW.status = 'prepared' AND NEW.prepared_by IS NOT NULL AND NEW.confirmed_at IS NULL THEN
      NEW.confirmed_at := now();
      NEW.confirmed_by := NEW.prepared_by;
    END IF;
    IF NEW.status <> (CASE WHEN NEW.to_address IS NULL THEN 'waiting_for_address' ELSE 'prepared' END)
       OR num_nonnulls(NEW.outgoing_id, NEW.simulated_tx_hash, NEW.withdrawn_at, NEW.final_at) > 0
       OR num_nonnulls(NEW.prepared_by, NEW.prepared_by_key) <> 1 OR num_nonnulls(NEW.intent_id, NEW.item_id) = 0 THEN
      RAISE EXCEPTION 'refund %: a new one is prepared or waits for an address', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('till refunds ' || coalesce(NEW.intent_id, NEW.item_id), 0));
    IF NEW.intent_id IS NOT NULL THEN
      SELECT i.received_micros + i.uncounted_micros INTO received FROM payment_intents i WHERE i.id = NEW.intent_id;
      SELECT coalesce(sum(f.amount_micros), 0) INTO planned
        FROM refunds f WHERE f.intent_id = NEW.intent_id AND f.status <> 'cancelled';
    ELSE
      SELECT coalesce(t.amount_micros, 0) INTO received
        FROM attention_items n LEFT JOIN transfers t ON t.id = n.transfer_id WHERE n.id = NEW.item_id;
      SELECT coalesce(sum(f.amount_micros), 0) INTO planned
        FROM refunds f WHERE f.item_id = NEW.item_id AND f.status <> 'cancelled';
    END IF;
    IF planned + NEW.amount_micros > received THEN
      RAISE EXCEPTION 'refund %: more than was received', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_received';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.status = OLD.status THEN
    IF num_nonnulls(NEW.outgoing_id, NEW.simulated_tx_hash) > num_nonnulls(OLD.outgoing_id, OLD.simulated_tx_hash) THEN
      NEW.status := 'final';
      NEW.final_at := coalesce((SELECT o.occurred_at FROM outgoing_transfers o WHERE o.id = NEW.outgoing_id), now());
    ELSIF OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL THEN
      NEW.status := 'cancelled';
    END IF;
  END IF;
  IF (NEW.id, NEW.merchant_id, NEW.environment, NEW.intent_id, NEW.item_id, NEW.amount_micros, NEW.prepared_by,
      NEW.prepared_by_key, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.environment, OLD.intent_id, OLD.item_id, OLD.amount_micros,
                       OLD.prepared_by, OLD.prepared_by_key, OLD.created_at)
     OR OLD.to_address IS DISTINCT FROM NEW.to_address AND OLD.status <> 'waiting_for_address' THEN
    RAISE EXCEPTION 'refund %: what it pays back never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.from_address IS DISTINCT FROM OLD.from_address AND OLD.status NOT IN ('waiting_for_address', 'prepared', 'failed') THEN
    RAISE EXCEPTION 'refund %: it is %, so its address stays', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || ' ' || NEW.status) NOT IN (
       'waiting_for_address prepared', 'waiting_for_address cancelled', 'prepared sent', 'prepared final',
       'prepared cancelled', 'sent final', 'sent failed', 'sent prepared', 'failed prepared', 'failed final',
       'cancelled final',
       -- the version before cancels what was sent and has expired
       'sent cancelled') THEN
    RAISE EXCEPTION 'refund % is %, so it does not become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.status = 'final') <> (num_nonnulls(NEW.outgoing_id, NEW.simulated_tx_hash) = 1)
     OR (NEW.status = 'final') <> (NEW.final_at IS NOT NULL)
     OR (NEW.status = 'cancelled') <> (NEW.withdrawn_at IS NOT NULL)
     OR NEW.to_address IS NULL AND NEW.status NOT IN ('waiting_for_address', 'cancelled')
     OR NEW.status = 'sent' AND NEW.confirmed_at IS NULL THEN
    RAISE EXCEPTION 'refund %: what it says does not fit a refund that is %', OLD.id, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_guard BEFORE INSERT OR UPDATE ON refunds
  FOR EACH ROW EXECUTE FUNCTION refunds_guard();
--> statement-breakpoint
CREATE FUNCTION refunds_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_being_reset(OLD.merchant_id, OLD.environment) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'refund %: refunds are never deleted, except by a reset of their sandbox', OLD.id
    USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION refunds_kept();
--> statement-breakpoint
CREATE TRIGGER refunds_not_emptied BEFORE TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
