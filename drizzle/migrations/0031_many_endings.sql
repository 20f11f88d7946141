-- A plan of these functions is kept for the connection. Made when one payment ended, it compares each new row with each old
-- one, which for a thousand payments that end in one statement takes longer than all the rest.
ALTER FUNCTION payment_sums_add() SET enable_nestloop = off;
--> statement-breakpoint
ALTER FUNCTION payment_intents_tell() SET enable_nestloop = off;
