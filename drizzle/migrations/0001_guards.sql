-- An intent starts pending, a terminal status is final, and what an intent asks for never changes.
CREATE FUNCTION payment_intents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    RAISE EXCEPTION 'intent %: a new intent is pending, not %', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status <> 'pending' AND (NEW.status, NEW.paid_at) IS DISTINCT FROM (OLD.status, OLD.paid_at) THEN
    RAISE EXCEPTION 'intent % is %: that is final', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.merchant_id, NEW.terminal_id, NEW.environment, NEW.amount_micros)
     IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.terminal_id, OLD.environment, OLD.amount_micros) THEN
    RAISE EXCEPTION 'intent %: what it asks for never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_intents_start BEFORE INSERT ON payment_intents
  FOR EACH ROW WHEN (NEW.status <> 'pending') EXECUTE FUNCTION payment_intents_guard();
--> statement-breakpoint
CREATE TRIGGER payment_intents_final BEFORE UPDATE ON payment_intents
  FOR EACH ROW EXECUTE FUNCTION payment_intents_guard();
--> statement-breakpoint
-- The sums move in the transaction that pays, ordered so that two of them never wait for each other in a circle.
CREATE FUNCTION sales_sums_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_sums AS s (terminal_id, environment, span, starts_at, total_micros, sales_count)
  SELECT n.terminal_id, n.environment, span, date_trunc(span, n.paid_at, 'UTC'), sum(n.amount_micros), count(*)
    FROM became n JOIN was o USING (id) CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
   WHERE n.status = 'paid' AND o.status <> 'paid'
   GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (terminal_id, environment, span, starts_at)
  DO UPDATE SET total_micros = s.total_micros + excluded.total_micros, sales_count = s.sales_count + excluded.sales_count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_intents_sales AFTER UPDATE ON payment_intents
  REFERENCING NEW TABLE AS became OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION sales_sums_add();
--> statement-breakpoint
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- Each delivery is updated by its claim: room on the page lets that touch no index.
ALTER TABLE webhook_deliveries SET (fillfactor = 60);
