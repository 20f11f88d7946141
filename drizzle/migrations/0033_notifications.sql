CREATE TABLE "alarms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid,
	"environment" text,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"path" text,
	"level" integer DEFAULT 1 NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone,
	CONSTRAINT "alarms_environment" CHECK ("alarms"."environment" in ('sandbox', 'live')),
	CONSTRAINT "alarms_scope" CHECK (("alarms"."merchant_id" is null) = ("alarms"."environment" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"payments" text DEFAULT 'each' NOT NULL,
	"by_email" boolean DEFAULT true NOT NULL,
	"telegram_chat_id" text,
	"telegram_name" text,
	"telegram_code" text,
	"quiet_from" smallint DEFAULT 0 NOT NULL,
	"quiet_until" smallint DEFAULT 0 NOT NULL,
	"unsubscribe_token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_preferences_merchant_id_user_id_environment_pk" PRIMARY KEY("merchant_id","user_id","environment"),
	CONSTRAINT "notification_preferences_environment" CHECK ("notification_preferences"."environment" in ('sandbox', 'live')),
	CONSTRAINT "notification_preferences_payments" CHECK ("notification_preferences"."payments" in ('each', 'hourly')),
	CONSTRAINT "notification_preferences_quiet_from" CHECK ("notification_preferences"."quiet_from" between 0 and 1439),
	CONSTRAINT "notification_preferences_quiet_until" CHECK ("notification_preferences"."quiet_until" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"merchant_id" uuid,
	"user_id" uuid,
	"environment" text,
	"kind" text NOT NULL,
	"alarm_id" uuid,
	"phase" text,
	"subject_id" uuid,
	"detail" text,
	"amount_micros" bigint,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_channel" CHECK ("notifications"."channel" in ('email', 'telegram', 'webhook')),
	CONSTRAINT "notifications_phase" CHECK (("notifications"."alarm_id" is null) = ("notifications"."phase" is null))
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member" FOREIGN KEY ("merchant_id","user_id","environment") REFERENCES "public"."notification_preferences"("merchant_id","user_id","environment") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_one_open" ON "alarms" USING btree (coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid),coalesce(environment, ''),"kind","subject") WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "alarms_cleared" ON "alarms" USING btree ("cleared_at") WHERE cleared_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_preferences_unsubscribe" ON "notification_preferences" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notifications_recipient" ON "notifications" USING btree ("merchant_id","user_id","environment","channel");--> statement-breakpoint
CREATE INDEX "notifications_alarm" ON "notifications" USING btree ("alarm_id") WHERE alarm_id is not null;