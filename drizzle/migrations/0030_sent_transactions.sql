CREATE TABLE "sent_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"refund_id" uuid,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone,
	CONSTRAINT "sent_transactions_once" UNIQUE("network","tx_hash"),
	CONSTRAINT "sent_transactions_hash" CHECK ("sent_transactions"."tx_hash" ~ '^0x[0-9a-f]{64}$'),
	CONSTRAINT "sent_transactions_amount" CHECK ("sent_transactions"."amount_micros" > 0)
);
--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD CONSTRAINT "sent_transactions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD CONSTRAINT "sent_transactions_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD CONSTRAINT "sent_transactions_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_transactions_from" ON "sent_transactions" USING btree ("merchant_id","from_address","expires_at");--> statement-breakpoint
CREATE INDEX "sent_transactions_refund" ON "sent_transactions" USING btree ("refund_id") WHERE refund_id is not null;