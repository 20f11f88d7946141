CREATE TABLE "alarm_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"alarm_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"merchant_id" uuid,
	"user_id" uuid,
	"environment" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "alarm_recipients_channel" CHECK ("alarm_recipients"."channel" in ('email', 'telegram', 'webhook'))
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "ending" text;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD COLUMN "payments_emailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD COLUMN "payments_messaged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_recipients" ADD CONSTRAINT "alarm_recipients_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_recipients" ADD CONSTRAINT "alarm_recipients_member" FOREIGN KEY ("merchant_id","user_id","environment") REFERENCES "public"."notification_preferences"("merchant_id","user_id","environment") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_recipients_once" ON "alarm_recipients" USING btree ("alarm_id","channel",coalesce(merchant_id::text || user_id::text || environment, ''));--> statement-breakpoint
CREATE INDEX "alarm_recipients_person" ON "alarm_recipients" USING btree ("merchant_id","user_id","environment");