import { z } from "zod";
import { isTimeZone } from "@/lib/base/time/time-zone";
import { decimalFromMicros } from "@/lib/base/values/money";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { typedName } from "@/lib/base/values/typed-name";
import { SupportContact } from "@/lib/business/terminals/support-contact";

const DEFAULT_INTENT_LIFE_MINUTES = 30;

const NAME = "Enter a name of 1 to 120 characters, for example Front desk.";
const ZONE = "Choose a time zone, for example Europe/Lisbon.";
const DAY_START = "Enter a time from 00:00 to 23:59, for example 04:00.";
const LIFE = "Enter whole minutes from 5 to 1440, for example 30.";

const TOLERANCE = "Enter an amount from 0 to 100 USDT with at most six decimals, for example 0.05.";
const MAX_TOLERANCE_MICROS = 100_000_000n;

const LIMIT = "Enter an amount from 0.01 to 999,999,999.999999 USDT with at most six decimals, for example 10000.";
const MIN_CHARGE_LIMIT_MICROS = 10_000n;

export const TerminalId = z.object({ terminalId: z.guid() });
export type TerminalId = z.infer<typeof TerminalId>;

export const TerminalName = typedName({ most: 120, error: NAME });
export const TimeZone = z.string().refine(isTimeZone, { error: ZONE });

/** `04:30`, in the terminal's time zone. */
const BusinessDayStart = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, DAY_START);

const IntentLifeMinutes = z.coerce.number(LIFE).int(LIFE).min(5, LIFE).max(1_440, LIFE);

/** USDT as a person types it, normalised to the shortest decimal text. */
const Tolerance = typedAmount({ least: 0n, most: MAX_TOLERANCE_MICROS, error: TOLERANCE }).transform(decimalFromMicros);
const ChargeLimit = typedAmount({ least: MIN_CHARGE_LIMIT_MICROS, error: LIMIT }).transform(decimalFromMicros);

export const CreateTerminalInput = z.object({
  name: TerminalName,
  timeZone: TimeZone.default("UTC"),
  businessDayStart: BusinessDayStart.default("00:00"),
  intentLifeMinutes: IntentLifeMinutes.default(DEFAULT_INTENT_LIFE_MINUTES),
});
export type CreateTerminalInput = z.input<typeof CreateTerminalInput>;

/** A setting that is left out stays as it is. */
export const UpdateTerminalInput = TerminalId.extend({
  name: TerminalName.optional(),
  timeZone: TimeZone.optional(),
  businessDayStart: BusinessDayStart.optional(),
  intentLifeMinutes: IntentLifeMinutes.optional(),
  /** the underpayment of a live payment that still counts as paid */
  tolerance: Tolerance.optional(),
  /** the most that one charge at the keypad or in the dashboard may ask for */
  chargeLimit: ChargeLimit.optional(),
  ...SupportContact.partial().shape,
});
export type UpdateTerminalInput = z.infer<typeof UpdateTerminalInput>;

/** Which terminal a call is for, as `withTerminal` reads it. */
export const TerminalOfCall = z.guid().meta({
  description: "Extension: the terminal. Required with a key for all terminals.",
  examples: ["b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55"],
});
