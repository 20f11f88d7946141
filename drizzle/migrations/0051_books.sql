CREATE TABLE "book_history" (
	"source" text PRIMARY KEY NOT NULL,
	"after_at" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"after_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "book_history_source" CHECK ("book_history"."source" in ('transfers', 'outgoing_transfers', 'refunds', 'address_ledgers'))
);
--> statement-breakpoint
CREATE TABLE "book_lines" (
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reverses" bigint,
	"asset" text NOT NULL,
	"micros" bigint NOT NULL,
	"address" text,
	"counterparty" text,
	"currency" text,
	"value_minor" bigint,
	"rate" text,
	"rate_source" text,
	"reversed_value_minor" bigint,
	"network" text NOT NULL,
	"tx_hash" text,
	"log_index" integer,
	"intent_id" uuid,
	"terminal_id" uuid,
	"refund_id" uuid,
	"source_id" uuid NOT NULL,
	CONSTRAINT "book_lines_pk" PRIMARY KEY("merchant_id","environment","number"),
	CONSTRAINT "book_lines_environment" CHECK ("book_lines"."environment" in ('sandbox', 'live')),
	CONSTRAINT "book_lines_kind" CHECK ("book_lines"."kind" in ('sale', 'partial', 'late', 'overpaid', 'unassigned', 'refund', 'sweep', 'outgoing', 'fee', 'opening')),
	CONSTRAINT "book_lines_number" CHECK ("book_lines"."number" > 0 and "book_lines"."reverses" < "book_lines"."number"),
	CONSTRAINT "book_lines_asset" CHECK ("book_lines"."asset" in ('USDT', 'TRX') and ("book_lines"."asset" = 'TRX') = ("book_lines"."kind" = 'fee')),
	CONSTRAINT "book_lines_micros" CHECK ("book_lines"."micros" <> 0),
	CONSTRAINT "book_lines_tx_hash" CHECK ("book_lines"."tx_hash" is not null or "book_lines"."kind" = 'opening'),
	CONSTRAINT "book_lines_rate_source" CHECK ("book_lines"."rate_source" in ('quote', 'par', 'manual', 'url', 'filled')),
	CONSTRAINT "book_lines_reversed_value" CHECK ("book_lines"."reversed_value_minor" is null or ("book_lines"."kind" = 'refund' and "book_lines"."currency" is not null)),
	CONSTRAINT "book_lines_currency" CHECK ("book_lines"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "book_lines_value" CHECK (num_nonnulls("book_lines"."value_minor", "book_lines"."rate", "book_lines"."rate_source") in (0, 3) and ("book_lines"."value_minor" is null or "book_lines"."currency" is not null))
);
--> statement-breakpoint
CREATE TABLE "book_queue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid,
	"starts_at" timestamp with time zone,
	"after_number" bigint DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "book_queue_environment" CHECK ("book_queue"."environment" in ('sandbox', 'live')),
	CONSTRAINT "book_queue_source" CHECK ("book_queue"."source" in ('intent', 'transfer', 'outgoing', 'refund', 'fee', 'address', 'revalue')
        and ("book_queue"."source" = 'revalue') = ("book_queue"."source_id" is null) and ("book_queue"."source" = 'revalue') = ("book_queue"."starts_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "book_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"asset" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"rate" text NOT NULL,
	"set_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_rates_currency" CHECK ("book_rates"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "book_rates_asset" CHECK ("book_rates"."asset" in ('USDT', 'TRX')),
	CONSTRAINT "book_rates_days" CHECK ("book_rates"."first_day" <= "book_rates"."last_day"),
	CONSTRAINT "book_rates_rate" CHECK ("book_rates"."rate"::numeric > 0)
);
--> statement-breakpoint
CREATE TABLE "books" (
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"last_number" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "books_pk" PRIMARY KEY("merchant_id","environment"),
	CONSTRAINT "books_environment" CHECK ("books"."environment" in ('sandbox', 'live'))
);
--> statement-breakpoint
CREATE TABLE "transaction_fees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"from_address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_read_at" timestamp with time zone DEFAULT now(),
	"read_at" timestamp with time zone,
	"fee_sun" bigint,
	"occurred_at" timestamp with time zone,
	CONSTRAINT "transaction_fees_once" UNIQUE("network","tx_hash"),
	CONSTRAINT "transaction_fees_fee" CHECK ("transaction_fees"."fee_sun" >= 0),
	CONSTRAINT "transaction_fees_read" CHECK (num_nonnulls("transaction_fees"."read_at", "transaction_fees"."fee_sun") in (0, 2) and ("transaction_fees"."read_at" is null) = ("transaction_fees"."next_read_at" is not null)
        and ("transaction_fees"."fee_sun" is null or "transaction_fees"."fee_sun" = 0 or "transaction_fees"."occurred_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "book_lines" ADD CONSTRAINT "book_lines_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_rates" ADD CONSTRAINT "book_rates_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_rates" ADD CONSTRAINT "book_rates_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_fees" ADD CONSTRAINT "transaction_fees_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "book_lines_reversed" ON "book_lines" USING btree ("merchant_id","environment","reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE INDEX "book_lines_source" ON "book_lines" USING btree ("source_id","merchant_id");--> statement-breakpoint
CREATE INDEX "book_lines_span" ON "book_lines" USING btree ("merchant_id","environment","occurred_at","number");--> statement-breakpoint
CREATE INDEX "book_queue_due" ON "book_queue" USING btree ("not_before");--> statement-breakpoint
CREATE INDEX "book_rates_at" ON "book_rates" USING btree ("merchant_id","currency","asset","created_at");--> statement-breakpoint
CREATE INDEX "transaction_fees_due" ON "transaction_fees" USING btree ("network","next_read_at") WHERE next_read_at is not null;--> statement-breakpoint
CREATE FUNCTION book_lines_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND is_being_reset(OLD.merchant_id, OLD.environment) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'lines of the books are never changed' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER book_lines_kept BEFORE UPDATE OR DELETE ON book_lines
  FOR EACH ROW EXECUTE FUNCTION book_lines_kept();
--> statement-breakpoint
CREATE TRIGGER book_lines_not_emptied BEFORE TRUNCATE ON book_lines
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER book_rates_append_only BEFORE UPDATE OR DELETE ON book_rates
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER book_rates_not_emptied BEFORE TRUNCATE ON book_rates
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- Facts and what may have to be booked of them are committed together. Rows are only added here, under no key that a
-- second one could wait for, so that no payment waits for the books. A payment is paid in the transaction that records
-- the transfer which completes it, so what that one queues is enough.
CREATE FUNCTION book_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, source_id)
  SELECT DISTINCT merchant_id, CASE network WHEN 'sandbox' THEN 'sandbox' ELSE 'live' END,
         CASE WHEN intent_id IS NULL THEN 'transfer' ELSE 'intent' END, coalesce(intent_id, id)
    FROM entered WHERE merchant_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_book AFTER INSERT ON transfers
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION book_transfers();
--> statement-breakpoint
CREATE FUNCTION book_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, source_id)
  SELECT NEW.merchant_id, CASE NEW.network WHEN 'sandbox' THEN 'sandbox' ELSE 'live' END, source, id
    FROM (VALUES ('transfer', NEW.id), ('intent', OLD.intent_id)) changed (source, id)
   WHERE id IS NOT NULL AND NEW.merchant_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_book_again AFTER UPDATE OF merchant_id, intent_id, counted ON transfers
  FOR EACH ROW WHEN ((NEW.merchant_id, NEW.intent_id, NEW.counted) IS DISTINCT FROM (OLD.merchant_id, OLD.intent_id, OLD.counted))
  EXECUTE FUNCTION book_transfer();
--> statement-breakpoint
CREATE FUNCTION book_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, source_id)
  VALUES (NEW.merchant_id, NEW.environment, 'refund', NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION book_fee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, source_id) VALUES (NEW.merchant_id, 'live', 'fee', NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_book AFTER UPDATE OF status, outgoing_id, simulated_tx_hash ON refunds
  FOR EACH ROW WHEN ((NEW.final_at, NEW.outgoing_id, NEW.simulated_tx_hash) IS DISTINCT FROM (OLD.final_at, OLD.outgoing_id, OLD.simulated_tx_hash))
  EXECUTE FUNCTION book_refund();
--> statement-breakpoint
CREATE TRIGGER transaction_fees_book AFTER UPDATE OF fee_sun ON transaction_fees
  FOR EACH ROW WHEN (NEW.fee_sun > 0) EXECUTE FUNCTION book_fee();
--> statement-breakpoint
CREATE FUNCTION book_outgoing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, source_id)
  SELECT merchant_id, 'live', 'outgoing', id FROM entered;
  INSERT INTO transaction_fees (merchant_id, network, tx_hash, from_address)
  SELECT DISTINCT ON (network, tx_hash) merchant_id, network, tx_hash, from_address FROM entered ORDER BY network, tx_hash, log_index
  ON CONFLICT (network, tx_hash) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_transfers_book AFTER INSERT ON outgoing_transfers
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION book_outgoing();
--> statement-breakpoint
-- What failed moved nothing, and cost its fee all the same.
CREATE FUNCTION book_failed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_fees (merchant_id, network, tx_hash, from_address)
  VALUES (NEW.merchant_id, NEW.network, NEW.tx_hash, NEW.from_address)
  ON CONFLICT (network, tx_hash) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sent_transactions_book AFTER UPDATE OF failed_at ON sent_transactions
  FOR EACH ROW WHEN (NEW.failed_at IS NOT NULL AND OLD.failed_at IS NULL) EXECUTE FUNCTION book_failed();
--> statement-breakpoint
CREATE FUNCTION book_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, source_id)
  SELECT a.merchant_id, 'live', 'address', a.id FROM receive_addresses a WHERE a.address = NEW.address;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER address_ledgers_book AFTER INSERT ON address_ledgers
  FOR EACH ROW WHEN (NEW.opening_micros <> 0) EXECUTE FUNCTION book_opening();
--> statement-breakpoint
CREATE TRIGGER address_ledgers_book_again AFTER UPDATE OF opening_micros ON address_ledgers
  FOR EACH ROW WHEN (coalesce(NEW.opening_micros, 0) <> coalesce(OLD.opening_micros, 0)) EXECUTE FUNCTION book_opening();
--> statement-breakpoint
CREATE FUNCTION book_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, starts_at)
  SELECT NEW.merchant_id, e, 'revalue',
         coalesce(to_jsonb(NEW) ->> 'since', to_jsonb(NEW) ->> 'first_day')::date::timestamp AT TIME ZONE m.time_zone
    FROM merchants m CROSS JOIN unnest(array['live', 'sandbox']) e WHERE m.id = NEW.merchant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A rate by hand that comes after one of a URL may be recorded after it began.
CREATE FUNCTION book_values_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_queue (merchant_id, environment, source, starts_at)
  SELECT NEW.merchant_id, unnest(array['live', 'sandbox']), 'revalue', NEW.since;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER exchange_rate_history_book AFTER INSERT ON exchange_rate_history
  FOR EACH ROW WHEN (NEW.since < now() - interval '1 second' AND NEW.rate IS NOT NULL) EXECUTE FUNCTION book_values_since();
--> statement-breakpoint
CREATE TRIGGER merchant_currencies_book AFTER INSERT ON merchant_currencies
  FOR EACH ROW EXECUTE FUNCTION book_values();
--> statement-breakpoint
CREATE TRIGGER book_rates_book AFTER INSERT ON book_rates
  FOR EACH ROW EXECUTE FUNCTION book_values();
--> statement-breakpoint
INSERT INTO book_history (source) VALUES ('transfers'), ('outgoing_transfers'), ('refunds'), ('address_ledgers');
