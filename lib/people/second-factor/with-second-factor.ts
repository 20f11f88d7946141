import { eq, sql as fragment } from "drizzle-orm";
import { users } from "@/drizzle/schema";
import type { Context, UserContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { wrongCodesEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { DomainError } from "@/lib/base/values/errors";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { ALARMING_CODES, countedAfter, pauseSeconds } from "@/lib/people/second-factor/code-pause";
import { takeRecoveryCode, takeTotp } from "@/lib/people/second-factor/second-factor";

type Person = Awaited<ReturnType<typeof lockPerson>>;
type Outcome<R> = { value: R } | { pausedSeconds: number } | { wrong: true; tell: string | null };

/**
 * Uses up an authenticator or recovery code and does `work` in the same transaction. Wrong codes cause exponential
 * backoff, in which only recovery codes work. `after` adds details to the security log entry of a refusal. Errors:
 * `conflict` when no authenticator is on, `code_required`, `wrong_code`, `codes_paused`.
 */
export async function withSecondFactor<R>(
  ctx: Context & Pick<UserContext, "actor">,
  { code, after = {} }: { code: string; after?: Record<string, unknown> },
  work: (tx: Transaction, factor: "authenticator" | "recovery code") => Promise<R>,
): Promise<R> {
  const { userId } = ctx.actor;
  const outcome = await ctx.db.sql.begin(async (tx): Promise<Outcome<R>> => {
    const person = await lockPerson(tx, userId);
    if (!person.totpEnabledAt) throw new DomainError("conflict", "Two-step sign-in is off.");
    if (code === "") throw new DomainError("code_required", "Enter the 6-digit code from your authenticator app.");
    // before the authenticator's secret is decrypted: recovery codes work even if the encryption key is lost
    if (await takeRecoveryCode(tx, userId, code)) return { value: await work(tx, "recovery code") };
    const left = pauseSeconds(person.wrongCodes) - person.secondsSince;
    if (left > 0) return { pausedSeconds: Math.ceil(left) };
    if (await takeTotp(tx, userId, code)) return { value: await work(tx, "authenticator") };
    await recordAccountAudit(tx, ctx.actor, "session.refused", { after: { ...after, reason: "wrong code" } });
    return { wrong: true, tell: (await countWrong(tx, userId, person)) ? person.email : null };
  });
  if ("value" in outcome) return outcome.value;
  if ("pausedSeconds" in outcome) throw codesPaused(outcome.pausedSeconds);
  if (outcome.tell) void sendUntilTaken(ctx.settings, wrongCodesEmail(ctx.settings, outcome.tell));
  throw new DomainError("wrong_code", "Incorrect code. Enter the latest code, or a recovery code.", {
    field: "code",
  });
}

/** Locks the row, so that codes tried at the same moment are counted one after the other. */
async function lockPerson(tx: Transaction, userId: string) {
  const { email, totpEnabledAt, wrongCodes, lastWrongCodeAt, wrongCodesToldAt } = users;
  const secondsSince = fragment<number>`coalesce(extract(epoch from clock_timestamp() - ${lastWrongCodeAt}), 0)::float8`;
  const toldToday = fragment<boolean>`coalesce(${wrongCodesToldAt} > now() - interval '1 day', false)`;
  return requireRow(
    await orm(tx)
      .select({ email, totpEnabledAt, wrongCodes, secondsSince, toldToday })
      .from(users)
      .where(eq(users.id, userId))
      .for("update"),
  );
}

/** Counts one more wrong code. True when the person should be warned, at most once a day. */
async function countWrong(tx: Transaction, userId: string, person: Person): Promise<boolean> {
  const count = countedAfter(person.wrongCodes, person.secondsSince) + 1;
  const tell = count >= ALARMING_CODES && !person.toldToday;
  await orm(tx)
    .update(users)
    .set({
      wrongCodes: count,
      lastWrongCodeAt: fragment`clock_timestamp()`,
      ...(tell && { wrongCodesToldAt: fragment`now()` }),
    })
    .where(eq(users.id, userId));
  return tell;
}

function codesPaused(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  return new DomainError(
    "codes_paused",
    `Too many incorrect codes. Try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}, or use a recovery code.`,
    { field: "code", retryAfterSeconds: seconds },
  );
}
