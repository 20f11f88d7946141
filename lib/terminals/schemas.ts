import { z } from "zod";
import { decimalFromMicros, microsFromDecimal } from "@/lib/money";
import { isTimeZone } from "@/lib/time";

const DEFAULT_INTENT_LIFE_MINUTES = 30;

const NAME =
  "The name is empty or longer than 120 characters. Give it one that staff know it by, for example Front desk.";
const ZONE = "This is no time zone that we know. Choose one by region and city, for example Europe/Lisbon.";
const DAY_START = "This is no time of day. Write hours and minutes from 00:00 to 23:59, for example 04:00.";
const LIFE =
  "A request for payment is open for 5 minutes to 24 hours. Give whole minutes from 5 to 1440, for example 30.";

const TOLERANCE = "The tolerance is an amount from 0 to 100 USDT with at most six decimals, for example 0.05.";
const MAX_TOLERANCE_MICROS = 100_000_000n;

export const TerminalId = z.object({ terminalId: z.guid() });
export type TerminalId = z.infer<typeof TerminalId>;

const TerminalName = z.string().trim().min(1, NAME).max(120, NAME);
export const TimeZone = z.string().refine(isTimeZone, { error: ZONE });

/** `04:30`, on the terminal's own clock. */
const BusinessDayStart = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, DAY_START);

const IntentLifeMinutes = z.coerce.number(LIFE).int(LIFE).min(5, LIFE).max(1_440, LIFE);

/** USDT as a person types it, kept as the shortest decimal text. */
const Tolerance = z
  .string(TOLERANCE)
  .trim()
  .refine((text) => (microsFromDecimal(text) ?? MAX_TOLERANCE_MICROS + 1n) <= MAX_TOLERANCE_MICROS, {
    error: TOLERANCE,
  })
  .transform((text) => decimalFromMicros(microsFromDecimal(text) ?? 0n));

export const CreateTerminalInput = z.object({
  name: TerminalName,
  timeZone: TimeZone.default("UTC"),
  businessDayStart: BusinessDayStart.default("00:00"),
  intentLifeMinutes: IntentLifeMinutes.default(DEFAULT_INTENT_LIFE_MINUTES),
});
export type CreateTerminalInput = z.input<typeof CreateTerminalInput>;

export const UpdateTerminalInput = TerminalId.extend({
  name: TerminalName,
  timeZone: TimeZone,
  businessDayStart: BusinessDayStart,
  intentLifeMinutes: IntentLifeMinutes,
  /** what may be missing of a live payment; left out: as it was */
  tolerance: Tolerance.optional(),
});
export type UpdateTerminalInput = z.infer<typeof UpdateTerminalInput>;
