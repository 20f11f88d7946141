ALTER TABLE "merchants" ADD COLUMN "support_email" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "support_url" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "support_phone" text;--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "support_email" text;--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "support_url" text;--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "support_phone" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_support_email" CHECK ("merchants"."support_email" ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length("merchants"."support_email") <= 254);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_support_url" CHECK ("merchants"."support_url" ~* '^https?://[^[:space:]]+$' and char_length("merchants"."support_url") <= 500);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_support_phone" CHECK ("merchants"."support_phone" ~ '^[0-9 +()-]{3,30}$');--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_support_email" CHECK ("terminals"."support_email" ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length("terminals"."support_email") <= 254);--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_support_url" CHECK ("terminals"."support_url" ~* '^https?://[^[:space:]]+$' and char_length("terminals"."support_url") <= 500);--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_support_phone" CHECK ("terminals"."support_phone" ~ '^[0-9 +()-]{3,30}$');