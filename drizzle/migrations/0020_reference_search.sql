-- The hashes of all sequences of three characters in a reference, in any case, each with its merchant and environment: what
-- a search for text inside references looks up. PostgreSQL alone does it, since an extension may be missing.
CREATE FUNCTION reference_parts(merchant uuid, environment text, reference text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  words text := lower(reference);
  owner bigint := hashtextextended(merchant::text || environment, 0);
BEGIN
  RETURN ARRAY(SELECT hashtextextended(substr(words, n, 3), owner) FROM generate_series(1, char_length(words) - 2) n);
END $$;
--> statement-breakpoint
CREATE INDEX "payment_intents_reference_parts" ON "payment_intents" USING gin (reference_parts(merchant_id, environment, reference)) WHERE status <> 'pending' and reference is not null;