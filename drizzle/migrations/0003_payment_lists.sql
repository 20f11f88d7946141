CREATE TABLE "unpaid_sums" (
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expired_count" bigint NOT NULL,
	"cancelled_count" bigint NOT NULL,
	CONSTRAINT "unpaid_sums_terminal_id_environment_span_starts_at_pk" PRIMARY KEY("terminal_id","environment","span","starts_at"),
	CONSTRAINT "unpaid_sums_span" CHECK ("unpaid_sums"."span" in ('hour', 'day')),
	CONSTRAINT "unpaid_sums_some" CHECK ("unpaid_sums"."expired_count" + "unpaid_sums"."cancelled_count" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "uncounted_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "flags" smallint GENERATED ALWAYS AS (((received_micros > 0 and received_micros < amount_micros)::int
          + 2 * (received_micros > amount_micros)::int + 4 * (uncounted_micros > 0)::int)::smallint) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_intent" ON "audit_log" USING btree ("target_id","created_at") WHERE target_type = 'intent';--> statement-breakpoint
CREATE INDEX "payment_intents_unpaid" ON "payment_intents" USING btree ("terminal_id","environment",coalesce(expired_at, cancelled_at)) WHERE status in ('expired', 'cancelled');--> statement-breakpoint
CREATE INDEX "payment_intents_list" ON "payment_intents" USING btree ("terminal_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_intents_flagged" ON "payment_intents" USING btree ("terminal_id","environment","flags","created_at","id") WHERE flags <> 0;--> statement-breakpoint
CREATE INDEX "payment_intents_amount" ON "payment_intents" USING btree ("terminal_id","environment","amount_micros","created_at","id") WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX "payment_intents_reference" ON "payment_intents" USING btree ("merchant_id","environment",lower(reference) text_pattern_ops) WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "transfers_created" ON "transfers" USING btree ("created_at");