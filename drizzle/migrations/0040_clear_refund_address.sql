ALTER TABLE "notification_preferences" ADD COLUMN "telegram_code_expires_at" timestamp with time zone;
--> statement-breakpoint
-- What rows can't lose one by one they don't lose at once either.
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER payment_intents_not_emptied BEFORE TRUNCATE ON payment_intents
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER transfers_not_emptied BEFORE TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER outgoing_transfers_not_emptied BEFORE TRUNCATE ON outgoing_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER refund_addresses_not_emptied BEFORE TRUNCATE ON refund_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER shifts_not_emptied BEFORE TRUNCATE ON shifts
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- A member may clear an address that someone left, if the same transaction records it in the audit log.
CREATE OR REPLACE FUNCTION refund_addresses_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_intents i
              WHERE i.id = OLD.payment_intent_id AND is_being_reset(i.merchant_id, i.environment))
     OR EXISTS (SELECT FROM audit_log
                 WHERE target_type = 'intent' AND target_id = OLD.payment_intent_id::text
                   AND created_at = now() AND action = 'refund.address_cleared') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'refund_addresses is append-only' USING ERRCODE = 'check_violation';
END $$;
