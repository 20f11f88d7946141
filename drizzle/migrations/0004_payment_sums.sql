LOCK TABLE payment_intents, transfers IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
UPDATE payment_intents i SET uncounted_micros = late.micros
  FROM (SELECT intent_id, sum(amount_micros)::bigint AS micros FROM transfers WHERE NOT counted GROUP BY 1) late
 WHERE i.id = late.intent_id;
--> statement-breakpoint
INSERT INTO unpaid_sums (terminal_id, environment, span, starts_at, expired_count, cancelled_count)
SELECT terminal_id, environment, span, date_trunc(span, coalesce(expired_at, cancelled_at), 'UTC'),
       count(expired_at), count(cancelled_at)
  FROM payment_intents CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
 WHERE status IN ('expired', 'cancelled')
 GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- Both sums move in the transaction that ends intents: first the paid, then the unpaid ones, each in the order of their
-- keys, so that two transactions never wait for each other in a circle.
CREATE FUNCTION payment_sums_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_sums AS s (terminal_id, environment, span, starts_at, total_micros, sales_count)
  SELECT n.terminal_id, n.environment, span, date_trunc(span, n.paid_at, 'UTC'), sum(n.amount_micros), count(*)
    FROM became n JOIN was o USING (id) CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
   WHERE n.status = 'paid' AND o.status <> 'paid'
   GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (terminal_id, environment, span, starts_at)
  DO UPDATE SET total_micros = s.total_micros + excluded.total_micros, sales_count = s.sales_count + excluded.sales_count;

  IF EXISTS (SELECT FROM became WHERE status IN ('expired', 'cancelled')) THEN
    INSERT INTO unpaid_sums AS s (terminal_id, environment, span, starts_at, expired_count, cancelled_count)
    SELECT n.terminal_id, n.environment, span, date_trunc(span, coalesce(n.expired_at, n.cancelled_at), 'UTC'),
           count(n.expired_at), count(n.cancelled_at)
      FROM became n JOIN was o USING (id) CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
     WHERE n.status IN ('expired', 'cancelled') AND o.status = 'pending'
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (terminal_id, environment, span, starts_at)
    DO UPDATE SET expired_count = s.expired_count + excluded.expired_count,
                  cancelled_count = s.cancelled_count + excluded.cancelled_count;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER payment_intents_sales ON payment_intents;
--> statement-breakpoint
CREATE TRIGGER payment_intents_sums AFTER UPDATE ON payment_intents
  REFERENCING NEW TABLE AS became OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION payment_sums_add();
--> statement-breakpoint
DROP FUNCTION sales_sums_add();
--> statement-breakpoint
-- Money that came too late to count stands on its intent, whoever recorded it.
CREATE FUNCTION transfers_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_intents SET uncounted_micros = uncounted_micros + NEW.amount_micros WHERE id = NEW.intent_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_uncounted AFTER INSERT ON transfers
  FOR EACH ROW WHEN (NOT NEW.counted AND NEW.intent_id IS NOT NULL) EXECUTE FUNCTION transfers_uncounted();
