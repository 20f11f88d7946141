CREATE TABLE "refund_addresses" (
	"payment_intent_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_addresses_address" CHECK ("refund_addresses"."address" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "refund_addresses" ADD CONSTRAINT "refund_addresses_payment_intent_id_payment_intents_id_fk" FOREIGN KEY ("payment_intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_addresses" ADD CONSTRAINT "refund_addresses_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The first address stays: no one who learns the payment's link later can put their own in its place.
CREATE TRIGGER refund_addresses_append_only BEFORE UPDATE OR DELETE ON refund_addresses
  FOR EACH ROW EXECUTE FUNCTION append_only();
