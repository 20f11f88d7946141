import { createTransport } from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { log } from "@/lib/log";
import type { Settings } from "@/lib/settings";

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
};

/** `off`: no mail server is configured. */
export type MailOutcome = "sent" | "failed" | "off";

const STEP_TIMEOUT_MS = 5_000;
/** Of all steps together: someone waits for the answer. */
const TIMEOUT_MS = 12_000;
/**
 * The same where no one waits. A server that takes longer than we wait delivers the email nevertheless, so a failure would send it again.
 * Less than a process has to stop.
 */
export const BACKGROUND_MAIL_MS = 25_000;

/** Sends an email through the mail server. Never throws: a failure is logged, and the caller tells the person. */
export async function sendMail(
  { mail }: Settings,
  message: EmailMessage,
  withinMs: number = TIMEOUT_MS,
): Promise<MailOutcome> {
  if (!mail) return "off";
  const transport = openTransport(mail.server, withinMs);
  try {
    const sending = transport.sendMail({
      from: mail.from,
      // an object: a string could contain several recipients
      to: { name: "", address: message.to },
      subject: message.subject.replace(/[\p{Cc}\s]+/gu, " "),
      text: message.text,
      html: message.html,
      encoding: "quoted-printable",
      headers: { "Auto-Submitted": "auto-generated" },
      messageId: message.id && `<${message.id}@${domainOf(mail.from)}>`,
      list: message.unsubscribe ? { unsubscribe: message.unsubscribe } : undefined,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await withDeadline(sending, withinMs);
    return "sent";
  } catch (error) {
    log().error({ err: reasonOf(error, message.to) }, "an email could not be sent");
    return "failed";
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

function domainOf(sender: string): string {
  return /@([^@>\s]+)>?\s*$/.exec(sender)?.[1] ?? "localhost";
}

function withDeadline(sending: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the mail server took more than ${ms} ms`)), ms);
  });
  return Promise.race([sending, deadline]).finally(() => clearTimeout(timer));
}

/** Why an email wasn't sent, without the recipient: a customer's address isn't stored, not in the log either. */
function reasonOf(error: unknown, recipient: string) {
  const { code, command, message } = error as { code?: string; command?: string; message?: string };
  return { code, command, message: message?.replaceAll(recipient, "the recipient") };
}
