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
	"tx_hash" text NOT NULL,
	"log_index" integer,
	"intent_id" uuid,
	"terminal_id" uuid,
	"refund_id" uuid,
	"source_id" uuid,
	CONSTRAINT "book_lines_pk" PRIMARY KEY("merchant_id","environment","number"),
	CONSTRAINT "book_lines_environment" CHECK ("book_lines"."environment" in ('sandbox', 'live')),
	CONSTRAINT "book_lines_kind" CHECK ("book_lines"."kind" in ('sale', 'partial', 'late', 'overpaid', 'unassigned', 'refund', 'sweep', 'outgoing', 'fee')),
	CONSTRAINT "book_lines_number" CHECK ("book_lines"."number" > 0 and "book_lines"."reverses" < "book_lines"."number"),
	CONSTRAINT "book_lines_asset" CHECK ("book_lines"."asset" in ('USDT', 'TRX') and ("book_lines"."asset" = 'TRX') = ("book_lines"."kind" = 'fee')),
	CONSTRAINT "book_lines_currency" CHECK ("book_lines"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "book_lines_value" CHECK (num_nonnulls("book_lines"."value_minor", "book_lines"."rate", "book_lines"."rate_source") in (0, 3) and ("book_lines"."value_minor" is null or "book_lines"."currency" is not null))
);
--> statement-breakpoint
ALTER TABLE "book_lines" ADD CONSTRAINT "book_lines_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "book_lines_reversed" ON "book_lines" USING btree ("merchant_id","environment","reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE INDEX "book_lines_span" ON "book_lines" USING btree ("merchant_id","environment","occurred_at","number");--> statement-breakpoint
CREATE INDEX "book_lines_source" ON "book_lines" USING btree ("source_id");--> statement-breakpoint
CREATE FUNCTION book_lines_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.environment = 'sandbox' THEN
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
