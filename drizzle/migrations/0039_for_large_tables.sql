CREATE INDEX "api_requests_log" ON "api_requests" USING btree ("merchant_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "api_requests_errors" ON "api_requests" USING btree ("merchant_id","environment","created_at","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "receive_addresses_balance" ON "receive_addresses" USING btree ("balance_at" NULLS FIRST,"last_leased_at","id") WHERE balance_at is null or funded;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("endpoint_id","ended_at","id") WHERE status = 'failed';--> statement-breakpoint
-- last, since no one can read the table from here on
DROP INDEX "api_requests_merchant";--> statement-breakpoint
DROP INDEX "api_requests_refused";