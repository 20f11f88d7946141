-- Names are one line, without marks that change the direction of text. lib/name-rules.ts refuses others where they are typed; here,
-- those that another version or program writes are changed. Literals with E mean the same under any setting of backslashes.
CREATE FUNCTION one_line(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT btrim(regexp_replace(regexp_replace($1, E'[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]', '', 'g'),
                              E' *[\\u0001-\\u001F\\u007F-\\u009F\\u2028\\u2029]+ *', ' ', 'g'))
$$;--> statement-breakpoint
CREATE FUNCTION keep_name_on_one_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := one_line(NEW.name);
  -- people without a name are shown by their email
  IF NEW.name = '' AND TG_TABLE_NAME <> 'users' THEN
    NEW.name := 'Unnamed';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
DO $$
DECLARE
  named text;
  hidden text := E'[\\u0001-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]';
BEGIN
  -- a person's views have different names, also if they differed by such characters alone
  UPDATE payment_views v SET name = btrim(left(one_line(v.name), 50) || ' ' || left(md5(v.name), 6))
   WHERE v.name ~ hidden AND EXISTS (
     SELECT FROM payment_views o
      WHERE o.merchant_id = v.merchant_id AND o.user_id = v.user_id AND o.name <> v.name AND one_line(o.name) = one_line(v.name));
  FOREACH named IN ARRAY ARRAY['merchants', 'terminals', 'users', 'passkeys', 'device_links', 'payment_views'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_name_on_one_line BEFORE INSERT OR UPDATE OF name ON %1$I FOR EACH ROW '
                   'WHEN (NEW.name ~ %2$L) EXECUTE FUNCTION keep_name_on_one_line()', named, hidden);
    EXECUTE format('UPDATE %I SET name = name WHERE name ~ $1', named) USING hidden;
  END LOOP;
  UPDATE notification_preferences SET telegram_name = one_line(telegram_name) WHERE telegram_name ~ hidden;
END $$;
