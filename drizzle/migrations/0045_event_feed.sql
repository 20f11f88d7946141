CREATE TABLE "event_feed" (
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"position" bigint NOT NULL,
	"event_id" uuid NOT NULL,
	"numbered_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "event_feed_merchant_id_environment_position_pk" PRIMARY KEY("merchant_id","environment","position")
);
--> statement-breakpoint
CREATE TABLE "event_feed_state" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint NOT NULL,
	"next_xid" "xid8",
	"unfinished" "xid8"[] NOT NULL,
	"cluster" text,
	"epoch" uuid NOT NULL,
	CONSTRAINT "event_feed_state_one" CHECK ("event_feed_state"."id")
);
--> statement-breakpoint
CREATE TABLE "restricted_key_secrets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_id" uuid NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"last4" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "restricted_key_secrets_hash_length" CHECK (octet_length("restricted_key_secrets"."key_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "restricted_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"terminal_id" uuid,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"ip_ranges" text[] NOT NULL,
	"made_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_used_address" text,
	CONSTRAINT "restricted_keys_environment" CHECK ("restricted_keys"."environment" in ('sandbox', 'live')),
	CONSTRAINT "restricted_keys_name" CHECK (char_length("restricted_keys"."name") between 1 and 100),
	CONSTRAINT "restricted_keys_scopes" CHECK (cardinality("restricted_keys"."scopes") > 0)
);
--> statement-breakpoint
ALTER TABLE "api_requests" ALTER COLUMN "terminal_id" DROP NOT NULL;--> statement-breakpoint
-- in two steps: with the default, PostgreSQL would write every row anew
ALTER TABLE "events" ADD COLUMN "xid" "xid8";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id();--> statement-breakpoint
-- with the column: a constraint of its own would be one that rows of the version before may break
ALTER TABLE "webhook_endpoints" ADD COLUMN "created_by_key" uuid CONSTRAINT "webhook_endpoints_created_by_key_restricted_keys_id_fk" REFERENCES "public"."restricted_keys"("id");--> statement-breakpoint
ALTER TABLE "restricted_key_secrets" ADD CONSTRAINT "restricted_key_secrets_key_id_restricted_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."restricted_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restricted_keys" ADD CONSTRAINT "restricted_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restricted_keys" ADD CONSTRAINT "restricted_keys_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restricted_keys" ADD CONSTRAINT "restricted_keys_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_feed_event" ON "event_feed" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "restricted_key_secrets_hash" ON "restricted_key_secrets" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "restricted_key_secrets_one_current" ON "restricted_key_secrets" USING btree ("key_id") WHERE ends_at is null;--> statement-breakpoint
CREATE INDEX "restricted_keys_merchant" ON "restricted_keys" USING btree ("merchant_id","environment");--> statement-breakpoint
CREATE INDEX "restricted_keys_made_by" ON "restricted_keys" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "events_xid" ON "events" USING btree ("xid") WHERE xid is not null;--> statement-breakpoint
INSERT INTO event_feed_state (position, unfinished, epoch) VALUES (0, '{}', gen_random_uuid());--> statement-breakpoint
-- The feed has no event that is gone, whichever version deletes it.
CREATE FUNCTION leave_event_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_feed f USING deleted d WHERE f.event_id = d.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER events_leave_feed AFTER DELETE ON events REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION leave_event_feed();--> statement-breakpoint
CREATE TRIGGER restricted_keys_name_on_one_line BEFORE INSERT OR UPDATE OF name ON restricted_keys FOR EACH ROW
  WHEN (NEW.name ~ E'[\\u0001-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]')
  EXECUTE FUNCTION keep_name_on_one_line();
