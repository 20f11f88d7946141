ALTER TABLE "memberships" ADD COLUMN "two_step_setup_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "two_step_link_hash" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "two_step_link_until" timestamp with time zone;