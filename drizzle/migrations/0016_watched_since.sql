-- Books that were kept from an address's first lease go on from there; those of an address that had none begin now.
INSERT INTO address_ledgers AS l (network, address, since_block)
SELECT c.network, a.address, coalesce(min(e.leased_at_block), max(c.head_number))
  FROM receive_addresses a CROSS JOIN chain_cursors c LEFT JOIN address_leases e ON e.address_id = a.id
 GROUP BY 1, 2
ON CONFLICT (network, address) DO UPDATE SET since_block = excluded.since_block;
