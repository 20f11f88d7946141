CREATE TABLE "price_sums" (
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"price_minor" numeric NOT NULL,
	"total_micros" bigint NOT NULL,
	"sales_count" bigint NOT NULL,
	CONSTRAINT "price_sums_terminal_id_environment_span_starts_at_currency_pk" PRIMARY KEY("terminal_id","environment","span","starts_at","currency"),
	CONSTRAINT "price_sums_span" CHECK ("price_sums"."span" in ('hour', 'day')),
	CONSTRAINT "price_sums_whole" CHECK ("price_sums"."price_minor" > 0 and "price_sums"."total_micros" > 0 and "price_sums"."sales_count" > 0)
);
--> statement-breakpoint
-- Also adds up prices, after the takings. A statement that pays no priced payment writes and locks nothing for it.
CREATE OR REPLACE FUNCTION payment_sums_add() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO sales_sums AS s (terminal_id, environment, span, starts_at, total_micros, sales_count)
  SELECT n.terminal_id, n.environment, span, date_trunc(span, n.paid_at, 'UTC'), sum(n.amount_micros), count(*)
    FROM became n JOIN was o USING (id) CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
   WHERE n.status = 'paid' AND o.status <> 'paid'
   GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (terminal_id, environment, span, starts_at)
  DO UPDATE SET total_micros = s.total_micros + excluded.total_micros, sales_count = s.sales_count + excluded.sales_count;

  IF EXISTS (SELECT FROM became WHERE price_currency IS NOT NULL AND status = 'paid') THEN
    INSERT INTO price_sums AS s (terminal_id, environment, span, starts_at, currency, price_minor, total_micros, sales_count)
    SELECT n.terminal_id, n.environment, span, date_trunc(span, n.paid_at, 'UTC'), n.price_currency, sum(n.price_minor),
           sum(n.amount_micros), count(*)
      FROM became n JOIN was o USING (id) CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
     WHERE n.status = 'paid' AND o.status <> 'paid' AND n.price_currency IS NOT NULL
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (terminal_id, environment, span, starts_at, currency)
    DO UPDATE SET price_minor = s.price_minor + excluded.price_minor, total_micros = s.total_micros + excluded.total_micros,
                  sales_count = s.sales_count + excluded.sales_count;
  END IF;

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
-- The rows are locked in the order in which payment_sums_add writes them.
CREATE OR REPLACE FUNCTION payment_sums_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM sales_sums s
    WHERE (s.terminal_id, s.environment, s.span, s.starts_at) IN (
      SELECT terminal_id, environment, span, date_trunc(span, paid_at, 'UTC')
        FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span) WHERE status = 'paid')
    ORDER BY s.terminal_id, s.environment, s.span, s.starts_at FOR UPDATE;
  WITH lost AS (
    SELECT terminal_id, environment, span, date_trunc(span, paid_at, 'UTC') AS starts_at,
           sum(amount_micros) AS micros, count(*) AS sales
      FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span) WHERE status = 'paid' GROUP BY 1, 2, 3, 4),
  emptied AS (
    DELETE FROM sales_sums s USING lost l
     WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
       AND s.sales_count = l.sales)
  UPDATE sales_sums s SET total_micros = s.total_micros - l.micros, sales_count = s.sales_count - l.sales
    FROM lost l
   WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
     AND s.sales_count <> l.sales;

  IF EXISTS (SELECT FROM gone WHERE price_currency IS NOT NULL AND status = 'paid') THEN
    PERFORM FROM price_sums s
      WHERE (s.terminal_id, s.environment, s.span, s.starts_at, s.currency) IN (
        SELECT terminal_id, environment, span, date_trunc(span, paid_at, 'UTC'), price_currency
          FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
         WHERE status = 'paid' AND price_currency IS NOT NULL)
      ORDER BY s.terminal_id, s.environment, s.span, s.starts_at, s.currency FOR UPDATE;
    WITH lost AS (
      SELECT terminal_id, environment, span, date_trunc(span, paid_at, 'UTC') AS starts_at, price_currency AS currency,
             sum(price_minor) AS minor, sum(amount_micros) AS micros, count(*) AS sales
        FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
       WHERE status = 'paid' AND price_currency IS NOT NULL GROUP BY 1, 2, 3, 4, 5),
    emptied AS (
      DELETE FROM price_sums s USING lost l
       WHERE (s.terminal_id, s.environment, s.span, s.starts_at, s.currency)
             = (l.terminal_id, l.environment, l.span, l.starts_at, l.currency)
         AND s.sales_count = l.sales)
    UPDATE price_sums s
       SET price_minor = s.price_minor - l.minor, total_micros = s.total_micros - l.micros,
           sales_count = s.sales_count - l.sales
      FROM lost l
     WHERE (s.terminal_id, s.environment, s.span, s.starts_at, s.currency)
           = (l.terminal_id, l.environment, l.span, l.starts_at, l.currency)
       AND s.sales_count <> l.sales;
  END IF;

  PERFORM FROM unpaid_sums s
    WHERE (s.terminal_id, s.environment, s.span, s.starts_at) IN (
      SELECT terminal_id, environment, span, date_trunc(span, coalesce(expired_at, cancelled_at), 'UTC')
        FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span) WHERE status IN ('expired', 'cancelled'))
    ORDER BY s.terminal_id, s.environment, s.span, s.starts_at FOR UPDATE;
  WITH lost AS (
    SELECT terminal_id, environment, span, date_trunc(span, coalesce(expired_at, cancelled_at), 'UTC') AS starts_at,
           count(expired_at) AS expired, count(cancelled_at) AS cancelled
      FROM gone CROSS JOIN (VALUES ('hour'), ('day')) spans (span)
     WHERE status IN ('expired', 'cancelled') GROUP BY 1, 2, 3, 4),
  emptied AS (
    DELETE FROM unpaid_sums s USING lost l
     WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
       AND (s.expired_count, s.cancelled_count) = (l.expired, l.cancelled))
  UPDATE unpaid_sums s
     SET expired_count = s.expired_count - l.expired, cancelled_count = s.cancelled_count - l.cancelled
    FROM lost l
   WHERE (s.terminal_id, s.environment, s.span, s.starts_at) = (l.terminal_id, l.environment, l.span, l.starts_at)
     AND (s.expired_count, s.cancelled_count) <> (l.expired, l.cancelled);
  RETURN NULL;
END $$;
