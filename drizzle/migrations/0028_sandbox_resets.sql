CREATE TABLE "sandbox_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"requested_by" uuid NOT NULL,
	"address" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"payments_before" integer NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"transfers" integer DEFAULT 0 NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"deliveries" integer DEFAULT 0 NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"shifts" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "sandbox_resets_counts" CHECK (least(payments_before, payments, transfers, events, deliveries, requests, shifts) >= 0),
	CONSTRAINT "sandbox_resets_finished" CHECK ("sandbox_resets"."finished_at" >= "sandbox_resets"."requested_at")
);
--> statement-breakpoint
ALTER TABLE "sandbox_resets" ADD CONSTRAINT "sandbox_resets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_resets" ADD CONSTRAINT "sandbox_resets_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_resets_open" ON "sandbox_resets" USING btree ("merchant_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "sandbox_resets_due" ON "sandbox_resets" USING btree ("requested_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "attention_items_payment" ON "attention_items" USING btree ("intent_id") WHERE intent_id is not null;--> statement-breakpoint
CREATE INDEX "events_without_intent" ON "events" USING btree ("merchant_id","environment") WHERE intent_id is null;--> statement-breakpoint
-- Only a reset deletes payments, and only those of the sandbox that its own transaction names. Nothing live is ever deleted.
CREATE FUNCTION is_being_reset(merchant uuid, environment text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(environment = 'sandbox' AND merchant::text = current_setting('till.sandbox_reset', true), false)
$$;
--> statement-breakpoint
CREATE FUNCTION payment_intents_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_being_reset(OLD.merchant_id, OLD.environment) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'intent %: payments are never deleted, except by a reset of their sandbox', OLD.id
    USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_intents_kept BEFORE DELETE ON payment_intents
  FOR EACH ROW EXECUTE FUNCTION payment_intents_kept();
--> statement-breakpoint
-- Transfers with an address are on the chain and have a guard of their own, transfers_final.
CREATE FUNCTION transfers_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_being_reset(OLD.merchant_id, OLD.network) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'transfer %: transfers are never deleted, except by a reset of their sandbox', OLD.id
    USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_kept BEFORE DELETE ON transfers
  FOR EACH ROW WHEN (OLD.address IS NULL) EXECUTE FUNCTION transfers_kept();
--> statement-breakpoint
CREATE FUNCTION refund_addresses_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_intents i
              WHERE i.id = OLD.payment_intent_id AND is_being_reset(i.merchant_id, i.environment)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'refund_addresses is append-only' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER refund_addresses_append_only ON refund_addresses;
--> statement-breakpoint
CREATE TRIGGER refund_addresses_append_only BEFORE UPDATE ON refund_addresses
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER refund_addresses_kept BEFORE DELETE ON refund_addresses
  FOR EACH ROW EXECUTE FUNCTION refund_addresses_kept();
--> statement-breakpoint
CREATE FUNCTION shifts_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_being_reset(OLD.merchant_id, OLD.environment) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a shift is only ever closed' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER shifts_final ON shifts;
--> statement-breakpoint
CREATE TRIGGER shifts_final BEFORE UPDATE ON shifts
  FOR EACH ROW EXECUTE FUNCTION shifts_final();
--> statement-breakpoint
CREATE TRIGGER shifts_kept BEFORE DELETE ON shifts
  FOR EACH ROW EXECUTE FUNCTION shifts_kept();
--> statement-breakpoint
-- The sums lose what a reset deletes in the same transaction. Their rows are locked in the order in which payment_sums_add
-- writes them; one that would be empty is deleted.
CREATE FUNCTION payment_sums_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM sales_sums s
    WHERE (s.terminal_id, s.environment, s.span, s.starts_at) IN (
      SELECT terminal_id, environment, span, date_trunc(span, paid_at, 'UTC')
        FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span) WHERE status = 'paid')
    ORDER BY s.terminal_id, s.environment, s.span, s.starts_at FOR UPDATE;
  WITH lost AS (
    SELECT terminal_id, environment, span, date_trunc(span, paid_at, 'UTC') AS starts_at,
           sum(amount_micros) AS micros, count(*) AS sales
      FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span) WHERE status = 'paid' GROUP BY 1, 2, 3, 4),
  emptied AS (
    DELETE FROM sales_sums s USING lost l
     WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
       AND s.sales_count = l.sales)
  UPDATE sales_sums s SET total_micros = s.total_micros - l.micros, sales_count = s.sales_count - l.sales
    FROM lost l
   WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
     AND s.sales_count <> l.sales;

  PERFORM FROM unpaid_sums s
    WHERE (s.terminal_id, s.environment, s.span, s.starts_at) IN (
      SELECT terminal_id, environment, span, date_trunc(span, coalesce(expired_at, cancelled_at), 'UTC')
        FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span) WHERE status IN ('expired', 'cancelled'))
    ORDER BY s.terminal_id, s.environment, s.span, s.starts_at FOR UPDATE;
  WITH lost AS (
    SELECT terminal_id, environment, span, date_trunc(span, coalesce(expired_at, cancelled_at), 'UTC') AS starts_at,
           count(expired_at) AS expired, count(cancelled_at) AS cancelled
      FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
     WHERE status IN ('expired', 'cancelled') GROUP BY 1, 2, 3, 4),
  emptied AS (
    DELETE FROM unpaid_sums s USING lost l
     WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
       AND (s.expired_count, s.cancelled_count) = (l.expired, l.cancelled))
  UPDATE unpaid_sums s
     SET expired_count = s.expired_count - l.expired, cancelled_count = s.cancelled_count - l.cancelled
    FROM lost l
   WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
     AND (s.expired_count, s.cancelled_count) <> (l.expired, l.cancelled);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_sums_remove AFTER DELETE ON payment_intents
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION payment_sums_remove();
