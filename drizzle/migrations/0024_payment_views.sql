CREATE TABLE "payment_list_choices" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"columns" text[] NOT NULL,
	"is_compact" boolean NOT NULL,
	CONSTRAINT "payment_list_choices_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "payment_list_choices_columns" CHECK ("payment_list_choices"."columns" <@ array['terminal', 'id', 'when', 'ended', 'received']::text[])
);
--> statement-breakpoint
CREATE TABLE "payment_views" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_views_merchant_id_user_id_name_pk" PRIMARY KEY("merchant_id","user_id","name"),
	CONSTRAINT "payment_views_name" CHECK (char_length("payment_views"."name") between 1 and 60),
	CONSTRAINT "payment_views_query" CHECK (char_length("payment_views"."query") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "payment_list_choices" ADD CONSTRAINT "payment_list_choices_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_views" ADD CONSTRAINT "payment_views_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;