CREATE TABLE "payment_notes" (
	"intent_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"note" text NOT NULL,
	"tags" text[] NOT NULL,
	"edited_by" uuid NOT NULL,
	"edited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_notes_note" CHECK (char_length("payment_notes"."note") <= 2000),
	CONSTRAINT "payment_notes_tags" CHECK (cardinality("payment_notes"."tags") <= 10 and char_length(array_to_string("payment_notes"."tags", '')) <= 300)
);
--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;