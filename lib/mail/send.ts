import { createTransport } from "nodemailer";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

export type EmailMessage = { to: string; subject: string; text: string };

/** `off`: no mail server is configured. */
export type MailOutcome = "sent" | "failed" | "off";

const STEP_TIMEOUT_MS = 5_000;

export function isMailOn(): boolean {
  return env().SMTP_URL !== undefined;
}

/** Sends a plain-text email through the mail server. Never throws: a failure is logged, and the caller tells the person. */
export async function sendMail(message: EmailMessage): Promise<MailOutcome> {
  const { SMTP_URL, MAIL_FROM } = env();
  if (!SMTP_URL) return "off";
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: 2 * STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: MAIL_FROM,
      // an object: a string could contain several recipients
      to: { name: "", address: message.to },
      subject: message.subject.replace(/\s+/g, " "),
      text: message.text,
      encoding: "quoted-printable",
      headers: { "Auto-Submitted": "auto-generated" },
    });
    return "sent";
  } catch (error) {
    log().error({ err: error }, "an email could not be sent");
    return "failed";
  } finally {
    transport.close();
  }
}
