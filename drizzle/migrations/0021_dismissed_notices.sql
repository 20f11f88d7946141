CREATE TABLE "dismissed_notices" (
	"merchant_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"dismissed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dismissed_notices_merchant_id_notice_pk" PRIMARY KEY("merchant_id","notice"),
	CONSTRAINT "dismissed_notices_notice" CHECK ("dismissed_notices"."notice" in ('checklist', 'sandbox_keys', 'live_keys'))
);
--> statement-breakpoint
ALTER TABLE "dismissed_notices" ADD CONSTRAINT "dismissed_notices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;