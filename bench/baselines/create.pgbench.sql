-- What a create writes, as one plain transaction: key, intent, event, deliveries.
-- A space follows some colons, because pgbench would take what comes next for one of its variables.
select k.merchant_id, k.terminal_id, k.environment, t.name from api_keys k join terminals t on t.id = k.terminal_id where k.key_hash = decode(:hash, 'hex') and (k.ends_at is null or k.ends_at > now()) and t.archived_at is null \gset
begin;
insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at) values (gen_random_uuid(), :merchant_id, :terminal_id, :environment, 12500000, now() + interval '30 minutes') returning id as intent_id \gset
insert into events (id, merchant_id, terminal_id, intent_id, environment, type, body) values (gen_random_uuid(), :merchant_id, :terminal_id, :intent_id, :environment, 'intent.created', '{"event":"intent.created","intent_id":"7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11","amount": 12.5,"currency":"USDT","terminal_id":"7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11","environment":"sandbox","livemode": false,"expires_at":"","checkout_uri":"service: pay?intent=7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11","timestamp":""}') returning id as event_id \gset
insert into webhook_deliveries (event_id, endpoint_id) select :event_id, p.id from webhook_endpoints p where p.merchant_id = :merchant_id and p.environment = :environment and 'intent.created' = any(p.event_types) and p.disabled_at is null and (p.terminal_id is null or p.terminal_id = :terminal_id);
commit;
