CREATE TABLE "book_subscriptions" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"sent_through" date NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_subscriptions_pk" PRIMARY KEY("merchant_id","user_id","environment"),
	CONSTRAINT "book_subscriptions_environment" CHECK ("book_subscriptions"."environment" in ('sandbox', 'live')),
	CONSTRAINT "book_subscriptions_failures" CHECK ("book_subscriptions"."failures" >= 0)
);
--> statement-breakpoint
ALTER TABLE "book_subscriptions" ADD CONSTRAINT "book_subscriptions_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_subscriptions_due" ON "book_subscriptions" USING btree ("due_at");