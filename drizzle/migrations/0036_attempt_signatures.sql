ALTER TABLE "webhook_attempts" ALTER COLUMN "request_headers" SET DEFAULT '{}';--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "signatures" "bytea";