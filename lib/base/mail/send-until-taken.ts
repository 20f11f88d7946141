import { randomUUID } from "node:crypto";
import type { Settings } from "@/lib/base/context/settings";
import {
  type AttemptOutcome,
  attemptMail,
  BACKGROUND_MAIL_MS,
  type EmailMessage,
  type MailOutcome,
  TIMEOUT_MS,
} from "@/lib/base/mail/send";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";

/** Half an hour in all. Servers that defer the first email of a sender take it after some minutes. */
const PAUSES_S = [15, 60, 180, 300, 600, 645];
/** Each holds a few kilobytes. */
const MOST = 1_000;

type MailSettings = NonNullable<Settings["mail"]>;

/** Emails to be tried again. They are in memory only, since links in them are secrets that are stored nowhere. */
const waiting = () => processWide("mail.waiting", () => new Set<EmailMessage>());

/**
 * Sends an email that no one would send again, and waits up to twelve seconds. `deferred`: the mail server hasn't taken
 * it yet, and this process tries again for half an hour. Never throws. `patience`: `deferred` only tries again if the
 * mail server defers it, for a person who can try again themselves.
 */
export async function sendUntilTaken(
  { mail }: Settings,
  message: EmailMessage,
  { patience = "all" }: { patience?: "all" | "deferred" } = {},
): Promise<MailOutcome | "deferred"> {
  if (!mail) return "off";
  // one ID, so that a mailbox can tell repeats
  const named = { ...message, id: message.id ?? randomUUID() };
  const isAgain = (outcome: AttemptOutcome) =>
    outcome === "deferred" || (outcome === "unreachable" && patience === "all");
  const first = attemptMail(mail, named, patience === "all" ? BACKGROUND_MAIL_MS : TIMEOUT_MS).then((outcome) => {
    if (!isAgain(outcome)) return outcome === "sent" ? "sent" : "failed";
    return tryAgain(mail, named) ? "deferred" : "failed";
  });
  return within(TIMEOUT_MS, first);
}

/** The outcome, or `deferred` if it takes longer: the attempt goes on. */
function within<T>(ms: number, outcome: Promise<T>): Promise<T | "deferred"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"deferred">((resolve) => {
    timer = setTimeout(() => resolve("deferred"), ms);
  });
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

/** False if too many wait already. */
function tryAgain(mail: MailSettings, message: EmailMessage): boolean {
  if (waiting().size >= MOST) return false;
  waiting().add(message);
  void attempts(mail, message).finally(() => waiting().delete(message));
  return true;
}

async function attempts(mail: MailSettings, message: EmailMessage): Promise<void> {
  for (const [index, pause] of PAUSES_S.entries()) {
    await pauseOf(pause);
    const outcome = await attemptMail(mail, message, BACKGROUND_MAIL_MS);
    if (outcome === "sent") log().info({ attempts: index + 2 }, "a deferred email was sent");
    if (outcome === "sent" || outcome === "failed") return;
  }
  log().error({ attempts: PAUSES_S.length + 1 }, "a deferred email was given up after half an hour");
}

/** Keeps no process alive. */
function pauseOf(seconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, seconds * 1_000).unref());
}

/** Says at the end of the process how many emails end with it. */
export function logLostMail(): void {
  const lost = waiting().size;
  if (lost > 0) log().warn({ lost }, "deferred emails were still to be tried again, and are lost: send them once more");
}
