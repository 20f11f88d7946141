CREATE TABLE "exchange_rate_history" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone,
	"rate" text,
	"source" text NOT NULL,
	CONSTRAINT "exchange_rate_history_rate" CHECK ("exchange_rate_history"."rate"::numeric > 0)
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"merchant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"source" text NOT NULL,
	"spread_bps" integer DEFAULT 0 NOT NULL,
	"manual_rate" text,
	"manual_at" timestamp with time zone,
	"manual_max_age_seconds" integer,
	"url" text,
	"url_pointer" text,
	"url_way" text,
	"url_time_pointer" text,
	"url_max_age_seconds" integer,
	"band_bps" integer,
	"fetched_rate" text,
	"fetched_at" timestamp with time zone,
	"held_rate" text,
	"held_at" timestamp with time zone,
	"failure" text,
	"failed_at" timestamp with time zone,
	"next_fetch_at" timestamp with time zone,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_pk" PRIMARY KEY("merchant_id","currency"),
	CONSTRAINT "exchange_rates_currency" CHECK ("exchange_rates"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "exchange_rates_source" CHECK ("exchange_rates"."source" in ('par', 'manual', 'url')),
	CONSTRAINT "exchange_rates_par" CHECK ("exchange_rates"."source" <> 'par' or "exchange_rates"."currency" = 'USD'),
	CONSTRAINT "exchange_rates_spread" CHECK ("exchange_rates"."spread_bps" between 0 and 2000),
	CONSTRAINT "exchange_rates_manual" CHECK (num_nonnulls("exchange_rates"."manual_rate", "exchange_rates"."manual_at", "exchange_rates"."manual_max_age_seconds") in (0, 3)
        and ("exchange_rates"."source" <> 'manual' or "exchange_rates"."manual_rate" is not null)),
	CONSTRAINT "exchange_rates_url" CHECK (num_nonnulls("exchange_rates"."url", "exchange_rates"."url_pointer", "exchange_rates"."url_way", "exchange_rates"."url_max_age_seconds", "exchange_rates"."band_bps", "exchange_rates"."next_fetch_at") in (0, 6)
        and ("exchange_rates"."source" = 'url') = ("exchange_rates"."url" is not null) and char_length("exchange_rates"."url") <= 2048),
	CONSTRAINT "exchange_rates_fetched" CHECK (num_nonnulls("exchange_rates"."fetched_rate", "exchange_rates"."fetched_at") in (0, 2)),
	CONSTRAINT "exchange_rates_held" CHECK (num_nonnulls("exchange_rates"."held_rate", "exchange_rates"."held_at") in (0, 2)),
	CONSTRAINT "exchange_rates_failure" CHECK (num_nonnulls("exchange_rates"."failure", "exchange_rates"."failed_at") in (0, 2)),
	CONSTRAINT "exchange_rates_values" CHECK (coalesce("exchange_rates"."manual_rate"::numeric, 1) > 0 and coalesce("exchange_rates"."fetched_rate"::numeric, 1) > 0 and coalesce("exchange_rates"."held_rate"::numeric, 1) > 0)
);
--> statement-breakpoint
CREATE TABLE "merchant_currencies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"currency" text,
	"since" date NOT NULL,
	"set_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_currencies_currency" CHECK ("merchant_currencies"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "quote_life_seconds" integer DEFAULT 3600 NOT NULL
  CONSTRAINT "merchants_quote_life" CHECK ("merchants"."quote_life_seconds" between 300 and 3600);--> statement-breakpoint
-- in one statement, which reads the table once
ALTER TABLE "payment_intents" ADD COLUMN "price_currency" text, ADD COLUMN "price_minor" bigint, ADD COLUMN "price_rate" text,
  ADD COLUMN "price_source" text, ADD COLUMN "price_spread_bps" smallint CONSTRAINT "payment_intents_price" CHECK (num_nonnulls("payment_intents"."price_currency", "payment_intents"."price_minor", "payment_intents"."price_rate", "payment_intents"."price_source", "payment_intents"."price_spread_bps") in (0, 5)
        and "payment_intents"."price_minor" > 0 and "payment_intents"."price_rate"::numeric > 0 and "payment_intents"."price_spread_bps" >= 0 and "payment_intents"."price_source" in ('par', 'manual', 'url'));--> statement-breakpoint
ALTER TABLE "exchange_rate_history" ADD CONSTRAINT "exchange_rate_history_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_currencies" ADD CONSTRAINT "merchant_currencies_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_currencies" ADD CONSTRAINT "merchant_currencies_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchange_rate_history_at" ON "exchange_rate_history" USING btree ("merchant_id","currency","since");--> statement-breakpoint
CREATE INDEX "exchange_rates_due" ON "exchange_rates" USING btree ("next_fetch_at") WHERE next_fetch_at is not null;--> statement-breakpoint
CREATE INDEX "merchant_currencies_at" ON "merchant_currencies" USING btree ("merchant_id","since","created_at");--> statement-breakpoint
CREATE INDEX "payment_intents_price_amount" ON "payment_intents" USING btree ("terminal_id","environment","price_minor","created_at","id") WHERE status <> 'pending' and price_minor is not null;--> statement-breakpoint
-- The price is part of what an intent asks for.
CREATE FUNCTION payment_intents_price_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'intent %: its price never changes', OLD.id USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_intents_price_kept BEFORE UPDATE OF price_currency, price_minor, price_rate, price_source, price_spread_bps
  ON payment_intents FOR EACH ROW
  WHEN ((NEW.price_currency, NEW.price_minor, NEW.price_rate, NEW.price_source, NEW.price_spread_bps)
    IS DISTINCT FROM (OLD.price_currency, OLD.price_minor, OLD.price_rate, OLD.price_source, OLD.price_spread_bps))
  EXECUTE FUNCTION payment_intents_price_kept();
--> statement-breakpoint
CREATE TRIGGER exchange_rate_history_append_only BEFORE UPDATE OR DELETE ON exchange_rate_history
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER exchange_rate_history_not_emptied BEFORE TRUNCATE ON exchange_rate_history
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER merchant_currencies_append_only BEFORE UPDATE OR DELETE ON merchant_currencies
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER merchant_currencies_not_emptied BEFORE TRUNCATE ON merchant_currencies
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
