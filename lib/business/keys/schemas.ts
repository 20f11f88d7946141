import { z } from "zod";
import { toAddressRange } from "@/lib/base/http/address-ranges";
import { SCOPES } from "@/lib/base/values/scopes";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { typedName } from "@/lib/base/values/typed-name";
import { RotateKeyInput } from "@/lib/business/keys/rotate";

const NAME = "Enter a name of 1 to 100 characters, for example Shop plugin.";
const NO_SCOPE = "Select at least one scope, for example intents:read.";
/** For a key with `refunds:write`, which always has a limit. */
export const WRONG_LIMIT = "Enter an amount above 0 with at most six decimals, for example 500.";
/** For a text that is no date, and for a date outside of that time. */
export const WRONG_END = "Enter a date from today to ten years from now, for example 31 Jan 2030.";

/** Days from here on can't be computed with in every time zone. */
const FAR = "3000";

const MOST_RANGES = 20;
/** longer than any range, so that a wrong line can be quoted whole */
const LONGEST_LINE = 60;

/** Addresses and ranges as people type them, one per line, as they are kept. */
const IpRanges = z
  .string()
  .max(2_000, `Enter at most ${MOST_RANGES} addresses or ranges, one per line.`)
  .transform((text, context) => {
    const lines = text.split("\n").flatMap((line) => line.trim() || []);
    const ranges = lines.map((line) => toAddressRange(line));
    const wrong = lines[ranges.indexOf(null)];
    if (wrong !== undefined) {
      const quoted = wrong.length > LONGEST_LINE ? `${wrong.slice(0, LONGEST_LINE)}…` : wrong;
      const message = `“${quoted}” isn't an IP address or range. Enter one per line, for example 203.0.113.7 or 203.0.113.0/24.`;
      context.addIssue({ code: "custom", message });
    }
    const kept = [...new Set(ranges.filter((range) => range !== null))];
    if (kept.length > MOST_RANGES) {
      const message = `These are ${kept.length} addresses or ranges. A key can have at most ${MOST_RANGES}.`;
      context.addIssue({ code: "custom", message });
    }
    return kept;
  });

export const CreateRestrictedKeyInput = z.object({
  name: typedName({ most: 100, error: NAME }),
  /** null: all terminals */
  terminalId: z.guid().nullable(),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1, NO_SCOPE)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  ipRanges: IpRanges,
  /** what it may prepare in refunds a day of UTC, in micro-USDT; for a key with `refunds:write` only */
  refundLimit: typedAmount({ least: 1n, error: WRONG_LIMIT }).nullish(),
  /** the last day on which the key works, in the time zone of the business; null: it has no end */
  endsOn: z.iso
    .date(WRONG_END)
    .refine((day) => day < FAR, WRONG_END)
    .nullable(),
});
export type CreateRestrictedKeyInput = z.infer<typeof CreateRestrictedKeyInput>;

export const RestrictedKeyId = z.object({ restrictedKeyId: z.guid() });
export type RestrictedKeyId = z.infer<typeof RestrictedKeyId>;

export const RotateRestrictedKeyInput = RestrictedKeyId.extend({ graceHours: RotateKeyInput.shape.graceHours });
export type RotateRestrictedKeyInput = z.infer<typeof RotateRestrictedKeyInput>;

export const RestrictedSecretId = z.object({ secretId: z.guid() });
export type RestrictedSecretId = z.infer<typeof RestrictedSecretId>;
