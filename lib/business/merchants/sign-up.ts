import { z } from "zod";
import type { Context } from "@/lib/base/context/context";
import { insertMerchant, MerchantName, TimeZone } from "@/lib/business/merchants/insert";
import { Email } from "@/lib/people/accounts/email";
import { insertUser, takenEmail } from "@/lib/people/accounts/insert";
import { NewPassword } from "@/lib/people/accounts/new-password";
import { hashPassword } from "@/lib/people/accounts/password";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireOpenSignUp, signUpClosed, signUpMode } from "@/lib/people/accounts/sign-up-mode";
import type { Device } from "@/lib/people/accounts/start-session";

export const SignUpInput = z.object({
  shop: MerchantName,
  email: Email,
  password: NewPassword,
  timeZone: TimeZone,
});
export type SignUpInput = z.infer<typeof SignUpInput>;

/**
 * Creates an account with its own merchant; the person signs in next. Where sign-up is closed, the answer reveals
 * nothing about the email. Where it is open, a taken one is refused after the same time. Errors: `sign_up_closed`,
 * `conflict`.
 */
export async function signUp(ctx: Context, input: SignUpInput, device: Device): Promise<{ merchantId: string }> {
  if ((await signUpMode(ctx)) !== "open") throw signUpClosed();
  const { email, shop, timeZone } = input;
  const passwordHash = await hashPassword(input.password);
  return ctx.db.sql.begin(async (tx) => {
    await requireOpenSignUp(ctx.settings, tx);
    const userId = await insertUser(tx, { email, passwordHash });
    if (!userId) throw takenEmail();
    const actor = { type: "user" as const, userId, address: device.address };
    await recordAccountAudit(tx, actor, "account.created", { after: { email } });
    return { merchantId: await insertMerchant(tx, actor, { name: shop, timeZone }, { id: userId, email }) };
  });
}
