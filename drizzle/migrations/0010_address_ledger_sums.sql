LOCK TABLE transfers, outgoing_transfers IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO address_ledgers (network, address, received_micros, sent_micros)
SELECT network, address, sum(received), sum(sent)
  FROM (SELECT network, address, amount_micros AS received, 0 AS sent FROM transfers WHERE address IS NOT NULL
        UNION ALL
        SELECT network, from_address, 0, amount_micros FROM outgoing_transfers) moved
 GROUP BY 1, 2;
--> statement-breakpoint
-- Sums move in the transaction that enters the transfers, in the order of their keys, so that two transactions never wait
-- for each other in a circle. A simulated transfer has no address and costs nothing here.
CREATE FUNCTION address_ledgers_receive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM entered WHERE address IS NOT NULL) THEN
    INSERT INTO address_ledgers AS l (network, address, received_micros)
    SELECT network, address, sum(amount_micros) FROM entered WHERE address IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (network, address) DO UPDATE SET received_micros = l.received_micros + excluded.received_micros;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_ledger AFTER INSERT ON transfers
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION address_ledgers_receive();
--> statement-breakpoint
CREATE FUNCTION address_ledgers_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO address_ledgers AS l (network, address, sent_micros)
  SELECT network, from_address, sum(amount_micros) FROM entered GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (network, address) DO UPDATE SET sent_micros = l.sent_micros + excluded.sent_micros;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_transfers_ledger AFTER INSERT ON outgoing_transfers
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION address_ledgers_send();
--> statement-breakpoint
-- What the sums were made of stays: a transfer's amount and place are never changed, and none is taken out.
CREATE FUNCTION transfers_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.network, NEW.address, NEW.amount_micros)
                         IS DISTINCT FROM (OLD.network, OLD.address, OLD.amount_micros) THEN
    RAISE EXCEPTION 'transfer %: what moved on the chain stays', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_final BEFORE UPDATE OR DELETE ON transfers
  FOR EACH ROW WHEN (OLD.address IS NOT NULL) EXECUTE FUNCTION transfers_final();
