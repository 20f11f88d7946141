-- The baseline of version 1.0. Tables, keys and indexes are as drizzle/schema declared them; functions and triggers are
-- written by hand. Columns and indexes are in the order in which installations from before 1.0 have them.
CREATE TABLE "account_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"new_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_tokens_purpose" CHECK ("account_tokens"."purpose" in ('password_reset', 'email_change')),
	CONSTRAINT "account_tokens_new_email" CHECK (("account_tokens"."purpose" = 'email_change') = ("account_tokens"."new_email" is not null))
);
--> statement-breakpoint
CREATE TABLE "address_leases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_id" uuid NOT NULL,
	"intent_id" uuid NOT NULL,
	"leased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_at_block" bigint NOT NULL,
	"released_at" timestamp with time zone,
	"head_block" bigint,
	CONSTRAINT "address_leases_intent" UNIQUE("intent_id")
);
--> statement-breakpoint
CREATE TABLE "address_ledgers" (
	"network" text NOT NULL,
	"address" text NOT NULL,
	"received_micros" bigint DEFAULT 0 NOT NULL,
	"sent_micros" bigint DEFAULT 0 NOT NULL,
	"since_block" bigint DEFAULT 0 NOT NULL,
	"opening_micros" bigint,
	CONSTRAINT "address_ledgers_network_address_pk" PRIMARY KEY("network","address"),
	CONSTRAINT "address_ledgers_sums" CHECK ("address_ledgers"."received_micros" >= 0 and "address_ledgers"."sent_micros" >= 0)
);
--> statement-breakpoint
CREATE TABLE "alarm_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"alarm_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"merchant_id" uuid,
	"user_id" uuid,
	"environment" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "alarm_recipients_channel" CHECK ("alarm_recipients"."channel" in ('email', 'telegram', 'webhook'))
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid,
	"environment" text,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"path" text,
	"level" integer DEFAULT 1 NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	"ending" text,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reopened_at" timestamp with time zone,
	CONSTRAINT "alarms_environment" CHECK ("alarms"."environment" in ('sandbox', 'live')),
	CONSTRAINT "alarms_scope" CHECK (("alarms"."merchant_id" is null) = ("alarms"."environment" is null))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"last4" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	CONSTRAINT "api_keys_environment" CHECK ("api_keys"."environment" in ('sandbox', 'live')),
	CONSTRAINT "api_keys_hash_length" CHECK (octet_length("api_keys"."key_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"terminal_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"duration_us" integer NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "attention_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"intent_id" uuid,
	"transfer_id" uuid,
	"amount_micros" bigint NOT NULL,
	"disputed" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	"resolution" text,
	"note" text,
	"rest_intent_id" uuid,
	"environment" text DEFAULT 'live' NOT NULL,
	CONSTRAINT "attention_items_resolved" CHECK (("attention_items"."resolved_at" is null) = ("attention_items"."resolution" is null)),
	CONSTRAINT "attention_items_resolution" CHECK ("attention_items"."resolution" in ('accepted', 'refunded', 'asked', 'settled')),
	CONSTRAINT "attention_items_note_length" CHECK (char_length("attention_items"."note") <= 1000),
	CONSTRAINT "attention_items_kind" CHECK ("attention_items"."kind" in ('partial', 'over', 'late', 'after_cancel', 'after_paid', 'unassigned', 'disputed', 'unreadable')),
	CONSTRAINT "attention_items_environment" CHECK ("attention_items"."environment" in ('sandbox', 'live')),
	CONSTRAINT "attention_items_sandbox_intent" CHECK ("attention_items"."environment" = 'live' or "attention_items"."intent_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backups_counts" CHECK (least("backups"."rows", "backups"."bytes") >= 0)
);
--> statement-breakpoint
CREATE TABLE "chain_alarms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"network" text NOT NULL,
	"merchant_id" uuid,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"network" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"finalized_number" bigint NOT NULL,
	"finalized_hash" text NOT NULL,
	"finalized_time" timestamp with time zone NOT NULL,
	"head_number" bigint NOT NULL,
	"passed_at" timestamp with time zone NOT NULL,
	"provider" text NOT NULL,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"rescanned_hour_at" timestamp with time zone,
	"rescanned_day_at" timestamp with time zone,
	"canary_at" timestamp with time zone,
	"token_checked_at" timestamp with time zone,
	"token" jsonb,
	"head_time" timestamp with time zone,
	"head_at" timestamp with time zone,
	"clock_skew_seconds" integer
);
--> statement-breakpoint
CREATE TABLE "chain_sightings" (
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"intent_id" uuid NOT NULL,
	"amount_micros" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chain_sightings_network_tx_hash_log_index_pk" PRIMARY KEY("network","tx_hash","log_index"),
	CONSTRAINT "chain_sightings_amount" CHECK ("chain_sightings"."amount_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "device_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "device_links_environment" CHECK ("device_links"."environment" in ('sandbox', 'live')),
	CONSTRAINT "device_links_name_length" CHECK (char_length("device_links"."name") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "dismissed_notices" (
	"merchant_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"dismissed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dismissed_notices_merchant_id_notice_pk" PRIMARY KEY("merchant_id","notice"),
	CONSTRAINT "dismissed_notices_notice" CHECK ("dismissed_notices"."notice" in ('checklist', 'sandbox_keys', 'live_keys'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"terminal_id" uuid,
	"intent_id" uuid,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"intent_id" uuid NOT NULL,
	"response" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_terminal_id_environment_path_key_pk" PRIMARY KEY("terminal_id","environment","path","key")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"terminal_ids" uuid[],
	"token_hash" "bytea" NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'manager', 'developer', 'cashier', 'viewer')),
	CONSTRAINT "invitations_terminals" CHECK (("invitations"."role" = 'cashier') = ("invitations"."terminal_ids" is not null)),
	CONSTRAINT "invitations_accepted" CHECK (("invitations"."accepted_at" is null) = ("invitations"."accepted_by" is null))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"terminal_ids" uuid[],
	CONSTRAINT "memberships_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'manager', 'developer', 'cashier', 'viewer')),
	CONSTRAINT "memberships_terminals" CHECK (("memberships"."role" = 'cashier') = ("memberships"."terminal_ids" is not null))
);
--> statement-breakpoint
CREATE TABLE "merchant_logos" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"digest" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_logos_media_type" CHECK ("merchant_logos"."media_type" in ('image/png', 'image/jpeg', 'image/webp')),
	CONSTRAINT "merchant_logos_size" CHECK (octet_length("merchant_logos"."bytes") between 1 and 262144)
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accent_colour" text,
	"daily_live_cap_micros" bigint,
	"never_reuse_addresses" boolean DEFAULT false NOT NULL,
	"support_email" text,
	"support_url" text,
	"support_phone" text,
	"requires_two_step" boolean DEFAULT false NOT NULL,
	CONSTRAINT "merchants_name_length" CHECK (char_length("merchants"."name") between 1 and 120),
	CONSTRAINT "merchants_accent_colour" CHECK ("merchants"."accent_colour" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "merchants_daily_live_cap" CHECK ("merchants"."daily_live_cap_micros" > 0),
	CONSTRAINT "merchants_support_email" CHECK ("merchants"."support_email" ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length("merchants"."support_email") <= 254),
	CONSTRAINT "merchants_support_url" CHECK ("merchants"."support_url" ~* '^https?://[^[:space:]]+$' and char_length("merchants"."support_url") <= 500),
	CONSTRAINT "merchants_support_phone" CHECK ("merchants"."support_phone" ~ '^[0-9 +()-]{3,30}$')
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"payments" text DEFAULT 'each' NOT NULL,
	"by_email" boolean DEFAULT true NOT NULL,
	"telegram_chat_id" text,
	"telegram_name" text,
	"telegram_code" text,
	"quiet_from" smallint DEFAULT 0 NOT NULL,
	"quiet_until" smallint DEFAULT 0 NOT NULL,
	"unsubscribe_token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payments_emailed_at" timestamp with time zone,
	"payments_messaged_at" timestamp with time zone,
	CONSTRAINT "notification_preferences_merchant_id_user_id_environment_pk" PRIMARY KEY("merchant_id","user_id","environment"),
	CONSTRAINT "notification_preferences_environment" CHECK ("notification_preferences"."environment" in ('sandbox', 'live')),
	CONSTRAINT "notification_preferences_payments" CHECK ("notification_preferences"."payments" in ('each', 'hourly')),
	CONSTRAINT "notification_preferences_quiet_from" CHECK ("notification_preferences"."quiet_from" between 0 and 1439),
	CONSTRAINT "notification_preferences_quiet_until" CHECK ("notification_preferences"."quiet_until" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"merchant_id" uuid,
	"user_id" uuid,
	"environment" text,
	"kind" text NOT NULL,
	"alarm_id" uuid,
	"phase" text,
	"subject_id" uuid,
	"detail" text,
	"amount_micros" bigint,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_quiet" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notifications_channel" CHECK ("notifications"."channel" in ('email', 'telegram', 'webhook')),
	CONSTRAINT "notifications_phase" CHECK (("notifications"."alarm_id" is null) = ("notifications"."phase" is null))
);
--> statement-breakpoint
CREATE TABLE "outgoing_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"block_hash" text,
	CONSTRAINT "outgoing_transfers_once" UNIQUE("network","tx_hash","log_index"),
	CONSTRAINT "outgoing_transfers_amount" CHECK ("outgoing_transfers"."amount_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"challenge" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_counter" CHECK ("passkeys"."counter" >= 0),
	CONSTRAINT "passkeys_name_length" CHECK (char_length("passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "payment_intents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reference" text,
	"metadata" jsonb,
	"received_micros" bigint DEFAULT 0 NOT NULL,
	"transfer_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"auto_complete_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"expired_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"uncounted_micros" bigint DEFAULT 0 NOT NULL,
	"tolerance_micros" bigint DEFAULT 0 NOT NULL,
	"flags" smallint GENERATED ALWAYS AS (((received_micros > 0 and received_micros < amount_micros - tolerance_micros)::int
          + 2 * (received_micros > amount_micros)::int + 4 * (uncounted_micros > 0)::int)::smallint) STORED NOT NULL,
	"receive_address" text,
	"success_url" text,
	"cancel_url" text,
	CONSTRAINT "payment_intents_environment" CHECK ("payment_intents"."environment" in ('sandbox', 'live')),
	CONSTRAINT "payment_intents_status" CHECK ("payment_intents"."status" in ('pending', 'paid', 'expired', 'cancelled')),
	CONSTRAINT "payment_intents_amount" CHECK ("payment_intents"."amount_micros" between 1 and 999999999999999),
	CONSTRAINT "payment_intents_received" CHECK ("payment_intents"."received_micros" >= 0),
	CONSTRAINT "payment_intents_reference_length" CHECK (char_length("payment_intents"."reference") <= 200),
	CONSTRAINT "payment_intents_one_end" CHECK (("payment_intents"."status" = 'paid') = ("payment_intents"."paid_at" is not null)
        and ("payment_intents"."status" = 'expired') = ("payment_intents"."expired_at" is not null)
        and ("payment_intents"."status" = 'cancelled') = ("payment_intents"."cancelled_at" is not null)),
	CONSTRAINT "payment_intents_tolerance" CHECK ("payment_intents"."tolerance_micros" >= 0),
	CONSTRAINT "payment_intents_receive_address" CHECK ("payment_intents"."receive_address" is null or ("payment_intents"."environment" = 'live' and "payment_intents"."receive_address" ~ '^0x[0-9a-f]{40}$')),
	CONSTRAINT "payment_intents_urls" CHECK ("payment_intents"."success_url" ~* '^https?://' and "payment_intents"."cancel_url" ~* '^https?://')
);
--> statement-breakpoint
CREATE TABLE "payment_list_choices" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"columns" text[] NOT NULL,
	"is_compact" boolean NOT NULL,
	CONSTRAINT "payment_list_choices_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "payment_list_choices_columns" CHECK ("payment_list_choices"."columns" <@ array['terminal', 'id', 'when', 'ended', 'received']::text[])
);
--> statement-breakpoint
CREATE TABLE "payment_notes" (
	"intent_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"note" text NOT NULL,
	"tags" text[] NOT NULL,
	"edited_by" uuid NOT NULL,
	"edited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_notes_note" CHECK (char_length("payment_notes"."note") <= 2000),
	CONSTRAINT "payment_notes_tags" CHECK (cardinality("payment_notes"."tags") <= 10 and char_length(array_to_string("payment_notes"."tags", '')) <= 300)
);
--> statement-breakpoint
CREATE TABLE "payment_views" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_views_merchant_id_user_id_name_pk" PRIMARY KEY("merchant_id","user_id","name"),
	CONSTRAINT "payment_views_name" CHECK (char_length("payment_views"."name") between 1 and 60),
	CONSTRAINT "payment_views_query" CHECK (char_length("payment_views"."query") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "receive_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"address" text NOT NULL,
	"derivation_index" integer,
	"rests_until" timestamp with time zone,
	"rests_at_least_until" timestamp with time zone,
	"last_leased_at" timestamp with time zone,
	"funded" boolean DEFAULT false NOT NULL,
	"balance_micros" bigint,
	"balance_at" timestamp with time zone,
	"blacklisted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone,
	"is_ahead" boolean DEFAULT false NOT NULL,
	"balance_block" bigint,
	"differs_at" timestamp with time zone,
	"rests_after_loss_until" timestamp with time zone,
	CONSTRAINT "receive_addresses_address" CHECK ("receive_addresses"."address" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "receive_addresses_index" CHECK ("receive_addresses"."derivation_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "receiving_wallets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"xpub" text,
	"next_index" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "receiving_wallets_kind" CHECK ("receiving_wallets"."kind" in ('list', 'xpub')),
	CONSTRAINT "receiving_wallets_xpub" CHECK (("receiving_wallets"."kind" = 'xpub') = ("receiving_wallets"."xpub" is not null)),
	CONSTRAINT "receiving_wallets_next_index" CHECK ("receiving_wallets"."next_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash"),
	CONSTRAINT "recovery_codes_hash_length" CHECK (octet_length("recovery_codes"."code_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "refund_addresses" (
	"payment_intent_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_addresses_address" CHECK ("refund_addresses"."address" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"from_address" text,
	"to_address" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"prepared_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"outgoing_id" uuid,
	"head_block" bigint,
	"simulated_tx_hash" text,
	CONSTRAINT "refunds_outgoing" UNIQUE("outgoing_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_micros" > 0),
	CONSTRAINT "refunds_to" CHECK ("refunds"."to_address" ~ '^0x[0-9a-f]{40}$'),
	CONSTRAINT "refunds_sent_once" CHECK (num_nonnulls("refunds"."outgoing_id", "refunds"."simulated_tx_hash", "refunds"."withdrawn_at") <= 1),
	CONSTRAINT "refunds_simulated" CHECK ("refunds"."from_address" is null or "refunds"."simulated_tx_hash" is null),
	CONSTRAINT "refunds_outgoing_from" CHECK ("refunds"."from_address" is not null or "refunds"."outgoing_id" is null)
);
--> statement-breakpoint
CREATE TABLE "report_subscriptions" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"frequency" text NOT NULL,
	"sent_through" date NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_subscriptions_merchant_id_user_id_environment_pk" PRIMARY KEY("merchant_id","user_id","environment"),
	CONSTRAINT "report_subscriptions_environment" CHECK ("report_subscriptions"."environment" in ('sandbox', 'live')),
	CONSTRAINT "report_subscriptions_frequency" CHECK ("report_subscriptions"."frequency" in ('daily', 'weekly', 'monthly')),
	CONSTRAINT "report_subscriptions_failures" CHECK ("report_subscriptions"."failures" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_sums" (
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"total_micros" bigint NOT NULL,
	"sales_count" bigint NOT NULL,
	CONSTRAINT "sales_sums_terminal_id_environment_span_starts_at_pk" PRIMARY KEY("terminal_id","environment","span","starts_at"),
	CONSTRAINT "sales_sums_span" CHECK ("sales_sums"."span" in ('hour', 'day')),
	CONSTRAINT "sales_sums_whole" CHECK ("sales_sums"."total_micros" > 0 and "sales_sums"."sales_count" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"requested_by" uuid NOT NULL,
	"address" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"payments_before" integer NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"transfers" integer DEFAULT 0 NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"deliveries" integer DEFAULT 0 NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"shifts" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "sandbox_resets_counts" CHECK (least(payments_before, payments, transfers, events, deliveries, requests, shifts) >= 0),
	CONSTRAINT "sandbox_resets_finished" CHECK ("sandbox_resets"."finished_at" >= "sandbox_resets"."requested_at")
);
--> statement-breakpoint
CREATE TABLE "sent_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"refund_id" uuid,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone,
	CONSTRAINT "sent_transactions_once" UNIQUE("network","tx_hash"),
	CONSTRAINT "sent_transactions_hash" CHECK ("sent_transactions"."tx_hash" ~ '^0x[0-9a-f]{64}$'),
	CONSTRAINT "sent_transactions_amount" CHECK ("sent_transactions"."amount_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"number" integer NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_by" text NOT NULL,
	"paid_count_before" bigint NOT NULL,
	"paid_micros_before" bigint NOT NULL,
	"tip_micros_before" bigint NOT NULL,
	"expired_count_before" bigint NOT NULL,
	"cancelled_count_before" bigint NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"paid_count" bigint,
	"paid_micros" bigint,
	"tip_micros" bigint,
	"expired_count" bigint,
	"cancelled_count" bigint,
	"pending_count" bigint,
	"pending_micros" bigint,
	CONSTRAINT "shifts_number" UNIQUE("terminal_id","environment","number"),
	CONSTRAINT "shifts_environment" CHECK ("shifts"."environment" in ('sandbox', 'live')),
	CONSTRAINT "shifts_number_positive" CHECK ("shifts"."number" > 0),
	CONSTRAINT "shifts_closed_whole" CHECK (num_nulls(closed_at, closed_by, paid_count, paid_micros, tip_micros, expired_count, cancelled_count, pending_count, pending_micros) in (0, 9)),
	CONSTRAINT "shifts_totals" CHECK (paid_count >= 0 and paid_micros >= 0 and tip_micros between 0 and paid_micros and expired_count >= 0
        and cancelled_count >= 0 and pending_count >= 0 and pending_micros >= 0 and closed_at >= opened_at)
);
--> statement-breakpoint
CREATE TABLE "terminals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"business_day_start_minutes" integer DEFAULT 0 NOT NULL,
	"intent_life_seconds" integer DEFAULT 1800 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	"tolerance_micros" bigint DEFAULT 0 NOT NULL,
	"support_email" text,
	"support_url" text,
	"support_phone" text,
	"charge_limit_micros" bigint DEFAULT 10000000000 NOT NULL,
	CONSTRAINT "terminals_merchant_id_id" UNIQUE("merchant_id","id"),
	CONSTRAINT "terminals_name_length" CHECK (char_length("terminals"."name") between 1 and 120),
	CONSTRAINT "terminals_business_day_start" CHECK ("terminals"."business_day_start_minutes" between 0 and 1439),
	CONSTRAINT "terminals_intent_life" CHECK ("terminals"."intent_life_seconds" between 300 and 86400),
	CONSTRAINT "terminals_tolerance" CHECK ("terminals"."tolerance_micros" between 0 and 100000000),
	CONSTRAINT "terminals_support_email" CHECK ("terminals"."support_email" ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length("terminals"."support_email") <= 254),
	CONSTRAINT "terminals_support_url" CHECK ("terminals"."support_url" ~* '^https?://[^[:space:]]+$' and char_length("terminals"."support_url") <= 500),
	CONSTRAINT "terminals_support_phone" CHECK ("terminals"."support_phone" ~ '^[0-9 +()-]{3,30}$'),
	CONSTRAINT "terminals_charge_limit" CHECK ("terminals"."charge_limit_micros" between 10000 and 999999999999999)
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid,
	"intent_id" uuid,
	"network" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"amount_micros" bigint NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"counted" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"address" text,
	"from_address" text,
	"block_number" bigint,
	"block_hash" text,
	CONSTRAINT "transfers_once" UNIQUE("network","tx_hash","log_index"),
	CONSTRAINT "transfers_amount" CHECK ("transfers"."amount_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "unpaid_sums" (
	"terminal_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expired_count" bigint NOT NULL,
	"cancelled_count" bigint NOT NULL,
	CONSTRAINT "unpaid_sums_terminal_id_environment_span_starts_at_pk" PRIMARY KEY("terminal_id","environment","span","starts_at"),
	CONSTRAINT "unpaid_sums_span" CHECK ("unpaid_sums"."span" in ('hour', 'day')),
	CONSTRAINT "unpaid_sums_some" CHECK ("unpaid_sums"."expired_count" + "unpaid_sums"."cancelled_count" > 0)
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"totp_secret" "bytea",
	"totp_enabled_at" timestamp with time zone,
	"totp_last_step" bigint,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"last_wrong_code_at" timestamp with time zone,
	"wrong_codes_told_at" timestamp with time zone,
	CONSTRAINT "users_totp" CHECK ("users"."totp_enabled_at" is null or "users"."totp_secret" is not null),
	CONSTRAINT "users_wrong_codes" CHECK ("users"."wrong_codes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_headers" jsonb DEFAULT '{}' NOT NULL,
	"response_status" integer,
	"error_class" text,
	"response_excerpt" text DEFAULT '' NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"signatures" "bytea",
	CONSTRAINT "webhook_attempts_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"series_base" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"leased_until" timestamp with time zone,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_once" UNIQUE("event_id","endpoint_id"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('pending', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_due" CHECK (("webhook_deliveries"."status" = 'pending') = ("webhook_deliveries"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"terminal_id" uuid,
	"url" text NOT NULL,
	"event_types" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"next_secret" "bytea",
	"next_secret_active_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_environment" CHECK ("webhook_endpoints"."environment" in ('sandbox', 'live')),
	CONSTRAINT "webhook_endpoints_url" CHECK ("webhook_endpoints"."url" ~* '^https?://' and char_length("webhook_endpoints"."url") <= 2048),
	CONSTRAINT "webhook_endpoints_live_https" CHECK ("webhook_endpoints"."environment" = 'sandbox' or "webhook_endpoints"."url" ~* '^https://'),
	CONSTRAINT "webhook_endpoints_disabled" CHECK (("webhook_endpoints"."disabled_at" is null) = ("webhook_endpoints"."disabled_reason" is null)),
	CONSTRAINT "webhook_endpoints_rotation" CHECK (("webhook_endpoints"."next_secret" is null) = ("webhook_endpoints"."next_secret_active_at" is null))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_links" ADD CONSTRAINT "device_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_links" ADD CONSTRAINT "device_links_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_logos" ADD CONSTRAINT "merchant_logos_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_leases" ADD CONSTRAINT "address_leases_address_id_receive_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."receive_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_leases" ADD CONSTRAINT "address_leases_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_rest_intent_id_payment_intents_id_fk" FOREIGN KEY ("rest_intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_alarms" ADD CONSTRAINT "chain_alarms_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_sightings" ADD CONSTRAINT "chain_sightings_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_transfers" ADD CONSTRAINT "outgoing_transfers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receive_addresses" ADD CONSTRAINT "receive_addresses_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receive_addresses" ADD CONSTRAINT "receive_addresses_wallet_id_receiving_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."receiving_wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiving_wallets" ADD CONSTRAINT "receiving_wallets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_item_id_attention_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."attention_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_prepared_by_users_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_outgoing_id_outgoing_transfers_id_fk" FOREIGN KEY ("outgoing_id") REFERENCES "public"."outgoing_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_addresses" ADD CONSTRAINT "refund_addresses_payment_intent_id_payment_intents_id_fk" FOREIGN KEY ("payment_intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_addresses" ADD CONSTRAINT "refund_addresses_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_notices" ADD CONSTRAINT "dismissed_notices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_list_choices" ADD CONSTRAINT "payment_list_choices_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_views" ADD CONSTRAINT "payment_views_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_terminal" FOREIGN KEY ("merchant_id","terminal_id") REFERENCES "public"."terminals"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_resets" ADD CONSTRAINT "sandbox_resets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_resets" ADD CONSTRAINT "sandbox_resets_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD CONSTRAINT "sent_transactions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD CONSTRAINT "sent_transactions_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_transactions" ADD CONSTRAINT "sent_transactions_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member" FOREIGN KEY ("merchant_id","user_id","environment") REFERENCES "public"."notification_preferences"("merchant_id","user_id","environment") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_recipients" ADD CONSTRAINT "alarm_recipients_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_recipients" ADD CONSTRAINT "alarm_recipients_member" FOREIGN KEY ("merchant_id","user_id","environment") REFERENCES "public"."notification_preferences"("merchant_id","user_id","environment") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_one_current" ON "api_keys" USING btree ("terminal_id","environment") WHERE ends_at is null;--> statement-breakpoint
CREATE INDEX "api_requests_created" ON "api_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "events_intent" ON "events" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_ends" ON "idempotency_keys" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "merchants_one_demo" ON "merchants" USING btree ("is_demo") WHERE is_demo;--> statement-breakpoint
CREATE INDEX "payment_intents_due_demo" ON "payment_intents" USING btree ("auto_complete_at") WHERE status = 'pending' and auto_complete_at is not null;--> statement-breakpoint
CREATE INDEX "payment_intents_sales" ON "payment_intents" USING btree ("terminal_id","environment","paid_at","amount_micros") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "transfers_intent" ON "transfers" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "webhook_attempts_started" ON "webhook_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("endpoint_id","created_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_merchant" ON "webhook_endpoints" USING btree ("merchant_id","environment");--> statement-breakpoint
CREATE UNIQUE INDEX "account_tokens_hash" ON "account_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_tokens_user" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_links_token" ON "device_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "device_links_terminal" ON "device_links" USING btree ("terminal_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_merchant" ON "invitations" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "user_sessions_user" ON "user_sessions" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "user_sessions_expires" ON "user_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("target_id","created_at") WHERE merchant_id is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_merchant" ON "audit_log" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_intent" ON "audit_log" USING btree ("target_id","created_at") WHERE target_type = 'intent';--> statement-breakpoint
CREATE INDEX "payment_intents_unpaid" ON "payment_intents" USING btree ("terminal_id","environment",coalesce(expired_at, cancelled_at)) WHERE status in ('expired', 'cancelled');--> statement-breakpoint
CREATE INDEX "payment_intents_list" ON "payment_intents" USING btree ("terminal_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_intents_amount" ON "payment_intents" USING btree ("terminal_id","environment","amount_micros","created_at","id") WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX "payment_intents_reference" ON "payment_intents" USING btree ("merchant_id","environment",lower(reference) text_pattern_ops) WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "transfers_created" ON "transfers" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "address_leases_one_active" ON "address_leases" USING btree ("address_id") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_intent" ON "attention_items" USING btree ("intent_id","kind") WHERE kind in ('partial', 'over');--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_transfer" ON "attention_items" USING btree ("transfer_id") WHERE transfer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_alarms_one_active" ON "chain_alarms" USING btree ("network","kind",coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "chain_sightings_intent" ON "chain_sightings" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "outgoing_transfers_from" ON "outgoing_transfers" USING btree ("from_address");--> statement-breakpoint
CREATE UNIQUE INDEX "receive_addresses_once" ON "receive_addresses" USING btree ("address");--> statement-breakpoint
CREATE INDEX "receive_addresses_free" ON "receive_addresses" USING btree ("wallet_id","funded" DESC NULLS LAST,"rests_until" NULLS FIRST,"id") WHERE retired_at is null and blacklisted_at is null;--> statement-breakpoint
CREATE INDEX "receive_addresses_watched" ON "receive_addresses" USING btree ("last_leased_at") WHERE last_leased_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receiving_wallets_one_active" ON "receiving_wallets" USING btree ("merchant_id") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "refunds_item" ON "refunds" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "refunds_waiting" ON "refunds" USING btree ("from_address","to_address","amount_micros") WHERE outgoing_id is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "payment_intents_flagged" ON "payment_intents" USING btree ("terminal_id","environment","flags","created_at","id") WHERE flags <> 0;--> statement-breakpoint
CREATE INDEX "payment_intents_live_day" ON "payment_intents" USING btree ("merchant_id","created_at") WHERE environment = 'live';--> statement-breakpoint
CREATE INDEX "transfers_address" ON "transfers" USING btree ("address") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "payment_intents_due_expiry" ON "payment_intents" USING btree ("environment","expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "address_leases_leased" ON "address_leases" USING btree ("leased_at");--> statement-breakpoint
CREATE INDEX "receive_addresses_merchant" ON "receive_addresses" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "address_leases_address" ON "address_leases" USING btree ("address_id",coalesce(head_block, leased_at_block));--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_disputed" ON "attention_items" USING btree ((disputed ->> 'network'),(disputed ->> 'txHash'),(disputed ->> 'logIndex'),coalesce(disputed ->> 'address', disputed ->> 'from')) WHERE disputed is not null;--> statement-breakpoint
CREATE INDEX "receive_addresses_compare" ON "receive_addresses" USING btree ("balance_block") WHERE balance_block is not null;--> statement-breakpoint
CREATE INDEX "receive_addresses_differs" ON "receive_addresses" USING btree ("merchant_id") WHERE differs_at is not null;--> statement-breakpoint
-- The hashes of all sequences of three characters in a reference, in any case, each with its merchant and environment:
-- a search for text inside references looks them up. Extensions may be missing, so it uses none.
CREATE FUNCTION reference_parts(merchant uuid, environment text, reference text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  words text := lower(reference);
  owner bigint := hashtextextended(merchant::text || environment, 0);
BEGIN
  RETURN ARRAY(SELECT hashtextextended(substr(words, n, 3), owner) FROM generate_series(1, char_length(words) - 2) n);
END $$;
--> statement-breakpoint
CREATE INDEX "payment_intents_reference_parts" ON "payment_intents" USING gin (reference_parts(merchant_id, environment, reference)) WHERE status <> 'pending' and reference is not null;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_open" ON "shifts" USING btree ("terminal_id","environment") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "attention_items_rest" ON "attention_items" USING btree ("rest_intent_id") WHERE rest_intent_id is not null;--> statement-breakpoint
CREATE INDEX "attention_items_list" ON "attention_items" USING btree ("merchant_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "attention_items_open" ON "attention_items" USING btree ("merchant_id","environment","created_at") WHERE resolved_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_resets_open" ON "sandbox_resets" USING btree ("merchant_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "sandbox_resets_due" ON "sandbox_resets" USING btree ("requested_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "attention_items_payment" ON "attention_items" USING btree ("intent_id") WHERE intent_id is not null;--> statement-breakpoint
CREATE INDEX "events_without_intent" ON "events" USING btree ("merchant_id","environment") WHERE intent_id is null;--> statement-breakpoint
CREATE INDEX "report_subscriptions_due" ON "report_subscriptions" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "sent_transactions_from" ON "sent_transactions" USING btree ("merchant_id","from_address","expires_at");--> statement-breakpoint
CREATE INDEX "sent_transactions_refund" ON "sent_transactions" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_one_open" ON "alarms" USING btree (coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid),coalesce(environment, ''),"kind","subject") WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "alarms_cleared" ON "alarms" USING btree ("cleared_at") WHERE cleared_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_preferences_unsubscribe" ON "notification_preferences" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notifications_recipient" ON "notifications" USING btree ("merchant_id","user_id","environment","channel");--> statement-breakpoint
CREATE INDEX "notifications_alarm" ON "notifications" USING btree ("alarm_id") WHERE alarm_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_recipients_once" ON "alarm_recipients" USING btree ("alarm_id","channel",coalesce(merchant_id::text || user_id::text || environment, ''));--> statement-breakpoint
CREATE INDEX "alarm_recipients_person" ON "alarm_recipients" USING btree ("merchant_id","user_id","environment");--> statement-breakpoint
CREATE INDEX "receive_addresses_unused" ON "receive_addresses" USING btree ("wallet_id","funded" DESC NULLS LAST,"rests_until" NULLS FIRST,"id") WHERE last_leased_at is null and retired_at is null;--> statement-breakpoint
CREATE INDEX "receive_addresses_derived" ON "receive_addresses" USING btree ("wallet_id","derivation_index");--> statement-breakpoint
CREATE INDEX "receive_addresses_retired" ON "receive_addresses" USING btree ("retired_at") WHERE retired_at is not null;--> statement-breakpoint
CREATE INDEX "receive_addresses_holding" ON "receive_addresses" USING btree ("id") WHERE balance_micros > 1;--> statement-breakpoint
CREATE INDEX "refunds_from" ON "refunds" USING btree ("from_address") WHERE from_address is not null;--> statement-breakpoint
CREATE INDEX "payment_intents_tips" ON "payment_intents" USING btree ("terminal_id","environment","paid_at") WHERE status = 'paid' and metadata ? 'tip_usdt';--> statement-breakpoint
CREATE INDEX "api_requests_log" ON "api_requests" USING btree ("merchant_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "api_requests_errors" ON "api_requests" USING btree ("merchant_id","environment","created_at","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "receive_addresses_balance" ON "receive_addresses" USING btree ("balance_at" NULLS FIRST,"last_leased_at","id") WHERE balance_at is null or funded;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("endpoint_id","ended_at","id") WHERE status = 'failed';--> statement-breakpoint
-- A claim updates its deliveries. With room on the page, such an update touches no index.
ALTER TABLE webhook_deliveries SET (fillfactor = 60);
--> statement-breakpoint
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER outgoing_transfers_append_only BEFORE UPDATE OR DELETE ON outgoing_transfers
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- The first address stays: no one who learns the payment's link later can put their own in its place.
CREATE TRIGGER refund_addresses_append_only BEFORE UPDATE ON refund_addresses
  FOR EACH ROW EXECUTE FUNCTION append_only();
--> statement-breakpoint
-- A new payment is pending, an end is final, and the amount, address and tolerance of a payment never change.
CREATE FUNCTION payment_intents_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    RAISE EXCEPTION 'intent %: a new intent is pending, not %', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status <> 'pending' AND (NEW.status, NEW.paid_at) IS DISTINCT FROM (OLD.status, OLD.paid_at) THEN
    RAISE EXCEPTION 'intent % is %: that is final', OLD.id, OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.merchant_id, NEW.terminal_id, NEW.environment, NEW.amount_micros, NEW.tolerance_micros, NEW.receive_address)
     IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.terminal_id, OLD.environment, OLD.amount_micros,
                       OLD.tolerance_micros, OLD.receive_address) THEN
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
-- Only a reset deletes payments, and only those of the sandbox that its own transaction names. Live ones are never
-- deleted.
CREATE FUNCTION is_being_reset(merchant uuid, environment text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(environment = 'sandbox' AND merchant::text = current_setting('till.sandbox_reset', true), false)
$$;
--> statement-breakpoint
CREATE FUNCTION payment_intents_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_being_reset(OLD.merchant_id, OLD.environment) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'intent %: payments are never deleted, except by a reset of their sandbox', OLD.id
    USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_intents_kept BEFORE DELETE ON payment_intents
  FOR EACH ROW EXECUTE FUNCTION payment_intents_kept();
--> statement-breakpoint
CREATE FUNCTION refund_addresses_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_intents i
              WHERE i.id = OLD.payment_intent_id AND is_being_reset(i.merchant_id, i.environment)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'refund_addresses is append-only' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_addresses_kept BEFORE DELETE ON refund_addresses
  FOR EACH ROW EXECUTE FUNCTION refund_addresses_kept();
--> statement-breakpoint
CREATE FUNCTION transfers_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_being_reset(OLD.merchant_id, OLD.network) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'transfer %: transfers are never deleted, except by a reset of their sandbox', OLD.id
    USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
-- Transfers with an address are on the chain and have a guard of their own, transfers_final.
CREATE TRIGGER transfers_kept BEFORE DELETE ON transfers
  FOR EACH ROW WHEN (OLD.address IS NULL) EXECUTE FUNCTION transfers_kept();
--> statement-breakpoint
-- The ledger's sums are made of these rows: a transfer keeps its amount and its address, and is never deleted.
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
--> statement-breakpoint
-- A shift changes once, when it is closed, and its report stays as it was printed.
CREATE FUNCTION shifts_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL
     AND (NEW.id, NEW.merchant_id, NEW.terminal_id, NEW.environment, NEW.number, NEW.opened_at, NEW.opened_by,
          NEW.paid_count_before, NEW.paid_micros_before, NEW.tip_micros_before, NEW.expired_count_before,
          NEW.cancelled_count_before)
       = (OLD.id, OLD.merchant_id, OLD.terminal_id, OLD.environment, OLD.number, OLD.opened_at, OLD.opened_by,
          OLD.paid_count_before, OLD.paid_micros_before, OLD.tip_micros_before, OLD.expired_count_before,
          OLD.cancelled_count_before) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a shift is only ever closed' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER shifts_final BEFORE UPDATE ON shifts
  FOR EACH ROW EXECUTE FUNCTION shifts_final();
--> statement-breakpoint
CREATE FUNCTION shifts_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_being_reset(OLD.merchant_id, OLD.environment) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a shift is only ever closed' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER shifts_kept BEFORE DELETE ON shifts
  FOR EACH ROW EXECUTE FUNCTION shifts_kept();
--> statement-breakpoint
-- Both sums change in the transaction that ends payments, in the order of their keys, so that two transactions never
-- wait for each other in a circle. Without nested loops: a connection keeps the plan of its first call, and one that
-- was made for one payment compares each new row with each old one, which takes longer than all the rest for a thousand
-- payments.
CREATE FUNCTION payment_sums_add() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
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
CREATE TRIGGER payment_intents_sums AFTER UPDATE ON payment_intents
  REFERENCING NEW TABLE AS became OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION payment_sums_add();
--> statement-breakpoint
-- The sums lose what a reset deletes in the same transaction. Their rows are locked in the order in which
-- payment_sums_add writes them. One that would be empty is deleted.
CREATE FUNCTION payment_sums_remove() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER payment_sums_remove AFTER DELETE ON payment_intents
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION payment_sums_remove();
--> statement-breakpoint
-- A payment keeps the sum of what arrived too late to count, whoever recorded it.
CREATE FUNCTION transfers_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_intents SET uncounted_micros = uncounted_micros + NEW.amount_micros WHERE id = NEW.intent_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_uncounted AFTER INSERT ON transfers
  FOR EACH ROW WHEN (NOT NEW.counted AND NEW.intent_id IS NOT NULL) EXECUTE FUNCTION transfers_uncounted();
--> statement-breakpoint
-- The ledger's sums change in the transaction that records the transfers, in the order of their keys, so that two
-- transactions never wait for each other in a circle. A simulated transfer has no address and costs nothing here.
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
-- Open payment pages hear of changes to their payments, two hundred IDs a message. A new payment sends no message.
-- Without nested loops, as payment_sums_add.
CREATE FUNCTION payment_intents_tell() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  PERFORM pg_notify('till_intents', string_agg(id::text, ','))
     FROM (SELECT n.id, (row_number() OVER () - 1) / 200 AS part
             FROM became n JOIN was o USING (id)
            WHERE (n.status, n.received_micros, n.uncounted_micros)
                  IS DISTINCT FROM (o.status, o.received_micros, o.uncounted_micros)) changed
    GROUP BY part;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_intents_tell AFTER UPDATE ON payment_intents
  REFERENCING NEW TABLE AS became OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION payment_intents_tell();
