import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/context";
import type { Instructions } from "@/lib/intents/get-instructions";
import { checkoutUri, checkoutUrl } from "@/lib/intents/links";
import { CONFIRMATIONS_REQUIRED, progressOf } from "@/lib/intents/progress";
import { INTENT_STATUSES, remainingMicros } from "@/lib/intents/state";
import { numberFromMicros } from "@/lib/money";
import { tronFromHex } from "@/lib/settlement/address";
import type { Network } from "@/lib/settlement/network";

const amount = (description: string) => z.number().meta({ description, format: "double" });

export const InstructionsAnswer = z
  .object({
    id: z.guid().meta({ description: "The intent's id." }),
    status: z.enum(INTENT_STATUSES).meta({ description: "Pay only while it is `pending`." }),
    environment: z.enum(ENVIRONMENTS).meta({ description: "`sandbox`: no real funds. `live`: real USDT." }),
    livemode: z.boolean().meta({ description: "True for live, false for sandbox." }),
    merchant_name: z.string().meta({ description: "Who is paid." }),
    terminal_name: z.string().meta({ description: "The terminal that collects." }),
    reference: z.string().nullable().meta({ description: "The merchant's order id, as given." }),
    network: z
      .string()
      .nullable()
      .meta({ description: "`sandbox`, `tron-mainnet` or a test network's name. Null: live is switched off here." }),
    network_name: z
      .string()
      .nullable()
      .meta({ description: "The network's name for people; null in the sandbox, and where live is switched off." }),
    contract: z.string().nullable().meta({ description: "Address of USDT's contract; null in the sandbox." }),
    address: z
      .string()
      .nullable()
      .meta({ description: "Where the money goes. Null in the sandbox, and once the intent has ended." }),
    currency: z.literal("USDT"),
    amount_usdt: amount("What is asked, exact to the millionth. It must arrive whole: add what your wallet charges."),
    received_usdt: amount("What has arrived and is final."),
    missing_usdt: amount("What is still to be paid; what is only being confirmed is not taken off. 0 when nothing is."),
    to_send_usdt: amount(
      "What to ask the customer for now: the same less what is being confirmed. 0 when enough is on its way.",
    ),
    memo: z.null().meta({ description: "None is needed." }),
    confirming: z
      .object({
        confirmations: z.number().int().min(0).max(CONFIRMATIONS_REQUIRED).meta({
          description: "Blocks so far, of the youngest transfer.",
        }),
        required: z
          .literal(CONFIRMATIONS_REQUIRED)
          .meta({ description: "Blocks that make it final.", type: "integer" }),
        amount_usdt: amount("All that is on its way."),
      })
      .nullable()
      .meta({ description: "Transfers that were seen and are not final yet; null when there are none." }),
    expires_at: z.iso.datetime().meta({ description: "When a pending intent expires." }),
    expires_in_seconds: z.number().int().min(0).meta({
      description: "Whole seconds until then by the service's clock, for devices whose clock is wrong. 0 when over.",
    }),
    checkout_uri: z.string().meta({ description: "Deep link for the wallet app; show it as a QR code." }),
    checkout_url: z.url().meta({ description: "Hosted checkout page." }),
  })
  .meta({ id: "PaymentInstructions", description: "What a customer needs to pay an intent." });

/** `network`: the one that this installation settles on, null when live is off. */
export function presentInstructions(found: Instructions, network: Network | null): z.infer<typeof InstructionsAnswer> {
  const live = found.environment === "live";
  const payable = live && found.status === "pending" && network !== null && found.receiveAddress !== null;
  const { status, received_usdt, missing_usdt, confirming, expires_in_seconds } = progressOf(found);
  return {
    id: found.id,
    status,
    environment: found.environment,
    livemode: live,
    merchant_name: found.merchantName,
    terminal_name: found.terminalName,
    reference: found.reference,
    network: live ? (network?.id ?? null) : "sandbox",
    network_name: live ? (network?.name ?? null) : null,
    contract: live && network ? tronFromHex(network.token) : null,
    address: payable && found.receiveAddress ? tronFromHex(found.receiveAddress) : null,
    currency: "USDT",
    amount_usdt: numberFromMicros(found.amountMicros),
    received_usdt,
    missing_usdt,
    to_send_usdt: status === "pending" ? numberFromMicros(remainingMicros(found, found.sightedMicros)) : 0,
    memo: null,
    confirming,
    expires_at: found.expiresAt.toISOString(),
    expires_in_seconds,
    checkout_uri: checkoutUri(found.id),
    checkout_url: checkoutUrl(found.id),
  };
}
