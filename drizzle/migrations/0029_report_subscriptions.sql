CREATE TABLE "report_subscriptions" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"frequency" text NOT NULL,
	"sent_through" date NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_subscriptions_merchant_id_user_id_environment_pk" PRIMARY KEY("merchant_id","user_id","environment"),
	CONSTRAINT "report_subscriptions_environment" CHECK ("report_subscriptions"."environment" in ('sandbox', 'live')),
	CONSTRAINT "report_subscriptions_frequency" CHECK ("report_subscriptions"."frequency" in ('daily', 'weekly', 'monthly')),
	CONSTRAINT "report_subscriptions_failures" CHECK ("report_subscriptions"."failures" >= 0)
);
--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_subscriptions_due" ON "report_subscriptions" USING btree ("due_at");