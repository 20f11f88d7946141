import { createTransport } from "nodemailer";
import { log } from "@/lib/log";
import type { Settings } from "@/lib/settings";

export type EmailMessage = { to: string; subject: string; text: string };

/** `off`: no mail server is configured. */
export type MailOutcome = "sent" | "failed" | "off";

const STEP_TIMEOUT_MS = 5_000;

/** Sends a plain-text email through the mail server. Never throws: a failure is logged, and the caller tells the person. */
export async function sendMail({ mail }: Settings, message: EmailMessage): Promise<MailOutcome> {
  if (!mail) return "off";
  const transport = createTransport({
    url: mail.server,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: 2 * STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: mail.from,
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
