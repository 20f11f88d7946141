import { createTransport } from "nodemailer";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

export type Letter = { to: string; subject: string; text: string };

/** `off`: this installation has no mail server. */
export type MailOutcome = "sent" | "failed" | "off";

const STEP_TIMEOUT_MS = 5_000;

export function isMailOn(): boolean {
  return env().SMTP_URL !== undefined;
}

/** Hands a plain-text mail to the mail server. It never throws: what failed is logged, and the caller tells the person. */
export async function sendMail(letter: Letter): Promise<MailOutcome> {
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
      // an object: an address in a string could name several receivers
      to: { name: "", address: letter.to },
      subject: letter.subject.replace(/\s+/g, " "),
      text: letter.text,
      encoding: "quoted-printable",
      headers: { "Auto-Submitted": "auto-generated" },
    });
    return "sent";
  } catch (error) {
    log().error({ err: error }, "a mail could not be sent");
    return "failed";
  } finally {
    transport.close();
  }
}
