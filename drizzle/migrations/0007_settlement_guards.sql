-- Where an intent's money goes and what may be missing of it belong to what it asks for.
CREATE OR REPLACE FUNCTION payment_intents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    RAISE EXCEPTION 'intent %: a new intent is pending, not %', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status <> 'pending' AND (NEW.status, NEW.paid_at) IS DISTINCT FROM (OLD.status, OLD.paid_at) THEN
    RAISE EXCEPTION 'intent % is %: that is final', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.merchant_id, NEW.terminal_id, NEW.environment, NEW.amount_micros, NEW.tolerance_micros, NEW.receive_address)
     IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.terminal_id, OLD.environment, OLD.amount_micros,
                       OLD.tolerance_micros, OLD.receive_address) THEN
    RAISE EXCEPTION 'intent %: what it asks for never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Open payment pages hear of what happened to their intents, two hundred ids a message; creating one says nothing.
CREATE FUNCTION payment_intents_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('till_intents', string_agg(id::text, ','))
     FROM (SELECT n.id, (row_number() OVER () - 1) / 200 AS part
             FROM became n JOIN was o USING (id)
            WHERE (n.status, n.received_micros, n.uncounted_micros)
                  IS DISTINCT FROM (o.status, o.received_micros, o.uncounted_micros)) changed
    GROUP BY part;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_intents_tell AFTER UPDATE ON payment_intents
  REFERENCING NEW TABLE AS became OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION payment_intents_tell();
--> statement-breakpoint
-- The books of the chain are append-only: a transfer's intent and whether it counted were decided once.
CREATE TRIGGER outgoing_transfers_append_only BEFORE UPDATE OR DELETE ON outgoing_transfers
  FOR EACH ROW EXECUTE FUNCTION append_only();
