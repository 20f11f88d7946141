import { createTransport } from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport";
import type { Settings } from "@/lib/base/context/settings";
import { log } from "@/lib/base/process/log";
import { parseSender } from "@/lib/base/values/mail-sender";

export type EmailMessage = {
  to: string;
  subject: string;
  text: string;
  /** the same as a whole HTML document */
  html?: string;
  /** the page that ends these emails */
  unsubscribe?: string;
  /** the same in each attempt, so that a mailbox can tell repeats; letters, digits, dots and hyphens */
  id?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
};

/** `off`: no mail server is configured. */
export type MailOutcome = "sent" | "failed" | "off";

/**
 * `deferred`: the mail server answered that it may take the email later (4xx). `unreachable`: it gave no answer.
 * Anything else that went wrong would go wrong again.
 */
export type AttemptOutcome = "sent" | "failed" | "deferred" | "unreachable";

const STEP_TIMEOUT_MS = 5_000;
/** Of all steps together: someone waits for the answer. */
export const TIMEOUT_MS = 12_000;
/**
 * The same where no one waits. A server that takes longer than we wait delivers the email nevertheless, so a failure
 * would send it again. Less than a process has to stop.
 */
export const BACKGROUND_MAIL_MS = 25_000;

/**
 * Sends an email through the mail server, once. Never throws: a failure is logged, and the caller tells the person or
 * tries again by a schedule of its own.
 */
export async function sendMail(
  { mail }: Settings,
  message: EmailMessage,
  withinMs: number = TIMEOUT_MS,
): Promise<MailOutcome> {
  if (!mail) return "off";
  return (await attemptMail(mail, message, withinMs)) === "sent" ? "sent" : "failed";
}

/** One attempt. Never throws: a failure is logged. */
export async function attemptMail(
  mail: NonNullable<Settings["mail"]>,
  message: EmailMessage,
  withinMs: number,
): Promise<AttemptOutcome> {
  const sender = parseSender(mail.from) ?? { name: "", address: mail.from };
  const transport = openTransport(mail.server, withinMs);
  try {
    const sending = transport.sendMail({
      from: sender,
      // an object: a string could contain several recipients
      to: { name: "", address: message.to },
      subject: message.subject.replace(/[\p{Cc}\s]+/gu, " "),
      text: message.text,
      html: message.html,
      attachments: message.attachments,
      encoding: "quoted-printable",
      headers: { "Auto-Submitted": "auto-generated" },
      messageId: message.id && `<${message.id}@${sender.address.split("@").at(-1)}>`,
      list: message.unsubscribe ? { unsubscribe: message.unsubscribe } : undefined,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await withDeadline(sending, withinMs);
    return "sent";
  } catch (error) {
    log().error({ err: reasonOf(error, message.to) }, "an email could not be sent");
    return outcomeOf(error as SmtpError);
  } finally {
    transport.close();
  }
}

/** Why the mail server takes no emails: it can't be reached, or refuses the sign-in. Null if it would take them. */
export async function findMailFault({ mail }: Settings): Promise<string | null> {
  if (!mail) return null;
  const transport = openTransport(mail.server, TIMEOUT_MS);
  try {
    await withDeadline(transport.verify(), TIMEOUT_MS);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    transport.close();
  }
}

function openTransport(url: string, withinMs: number) {
  // `createTransport` would ignore every other option beside a URL
  const server = new SMTPTransport({
    url,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: withinMs,
    dnsTimeout: STEP_TIMEOUT_MS,
  });
  return createTransport(server);
}

type SmtpError = Error & { code?: string; responseCode?: number; syscall?: string };

const WITHOUT_ANSWER = new Set(["ECONNECTION", "ETIMEDOUT", "EDNS"]);

function outcomeOf({ code = "", responseCode = 0, syscall }: SmtpError): AttemptOutcome {
  if (responseCode >= 400) return responseCode < 500 ? "deferred" : "failed";
  // with `syscall`, the network failed, and not a certificate
  const isUnreachable = WITHOUT_ANSWER.has(code) || (code === "ESOCKET" && syscall !== undefined);
  return isUnreachable ? "unreachable" : "failed";
}

function withDeadline(sending: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const late = Object.assign(new Error(`the mail server took more than ${ms} ms`), { code: "ETIMEDOUT" });
    timer = setTimeout(() => reject(late), ms);
  });
  return Promise.race([sending, deadline]).finally(() => clearTimeout(timer));
}

/** Why an email wasn't sent, without the recipient: a customer's address isn't stored, not in the log either. */
function reasonOf(error: unknown, recipient: string) {
  const { code, command, message } = error as { code?: string; command?: string; message?: string };
  return { code, command, message: message?.replaceAll(recipient, "the recipient") };
}
