CREATE TABLE "address_ledgers" (
	"network" text NOT NULL,
	"address" text NOT NULL,
	"received_micros" bigint DEFAULT 0 NOT NULL,
	"sent_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "address_ledgers_network_address_pk" PRIMARY KEY("network","address"),
	CONSTRAINT "address_ledgers_sums" CHECK ("address_ledgers"."received_micros" >= 0 and "address_ledgers"."sent_micros" >= 0)
);
--> statement-breakpoint
CREATE INDEX "receive_addresses_merchant" ON "receive_addresses" USING btree ("merchant_id");