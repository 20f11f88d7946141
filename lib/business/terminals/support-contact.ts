import { z } from "zod";
import { isShopUrl } from "@/lib/base/values/shop-url";
import { Email } from "@/lib/people/accounts/email";

const URL_RULE = "Enter a full URL of up to 500 characters, for example https://shop.example/help.";
const PHONE_RULE = "Enter a number of up to 30 digits, spaces, +, - and parentheses, for example +351 21 000 0000.";

/** A field as a person fills it in; empty: null. */
const given = z
  .string()
  .trim()
  .transform((text) => text || null);

const SupportUrl = z.string().max(500, URL_RULE).refine(isShopUrl, URL_RULE);

const SupportPhone = z
  .string()
  .regex(/^[\d +()-]{3,30}$/, PHONE_RULE)
  .refine((text) => text.replace(/\D/g, "").length >= 3, PHONE_RULE);

/** How customers reach a business or a terminal. */
export const SupportContact = z.object({
  supportEmail: given.pipe(Email.nullable()),
  supportUrl: given.pipe(SupportUrl.nullable()),
  supportPhone: given.pipe(SupportPhone.nullable()),
});
export type SupportContact = z.infer<typeof SupportContact>;
