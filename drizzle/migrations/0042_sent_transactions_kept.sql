ALTER TABLE "sent_transactions" ADD COLUMN "raw_data_hex" text;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD COLUMN "unsent_id" uuid;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD COLUMN "failure" text;