CREATE TABLE "shifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"number" integer NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_by" text NOT NULL,
	"paid_count_before" bigint NOT NULL,
	"paid_micros_before" bigint NOT NULL,
	"tip_micros_before" bigint NOT NULL,
	"expired_count_before" bigint NOT NULL,
	"cancelled_count_before" bigint NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"paid_count" bigint,
	"paid_micros" bigint,
	"tip_micros" bigint,
	"expired_count" bigint,
	"cancelled_count" bigint,
	"pending_count" bigint,
	"pending_micros" bigint,
	CONSTRAINT "shifts_number" UNIQUE("terminal_id","environment","number"),
	CONSTRAINT "shifts_environment" CHECK ("shifts"."environment" in ('sandbox', 'live')),
	CONSTRAINT "shifts_number_positive" CHECK ("shifts"."number" > 0),
	CONSTRAINT "shifts_closed_whole" CHECK (num_nulls(closed_at, closed_by, paid_count, paid_micros, tip_micros, expired_count, cancelled_count, pending_count, pending_micros) in (0, 9)),
	CONSTRAINT "shifts_totals" CHECK (paid_count >= 0 and paid_micros >= 0 and tip_micros between 0 and paid_micros and expired_count >= 0
        and cancelled_count >= 0 and pending_count >= 0 and pending_micros >= 0 and closed_at >= opened_at)
);
--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_open" ON "shifts" USING btree ("terminal_id","environment") WHERE closed_at is null;--> statement-breakpoint
-- A shift changes once, when it is closed, and is never deleted: its report stays as it was printed.
CREATE FUNCTION shifts_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL
     AND (NEW.id, NEW.merchant_id, NEW.terminal_id, NEW.environment, NEW.number, NEW.opened_at, NEW.opened_by,
          NEW.paid_count_before, NEW.paid_micros_before, NEW.tip_micros_before, NEW.expired_count_before,
          NEW.cancelled_count_before)
       = (OLD.id, OLD.merchant_id, OLD.terminal_id, OLD.environment, OLD.number, OLD.opened_at, OLD.opened_by,
          OLD.paid_count_before, OLD.paid_micros_before, OLD.tip_micros_before, OLD.expired_count_before,
          OLD.cancelled_count_before) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a shift is only ever closed' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER shifts_final BEFORE UPDATE OR DELETE ON shifts
  FOR EACH ROW EXECUTE FUNCTION shifts_final();
