import { z } from "zod";
import { isEasyToGuess, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@/lib/people/accounts/password-rules";

/** A new password. Only its length matters; no kind of character is required. */
export const NewPassword = z
  .string()
  .min(
    MIN_PASSWORD_LENGTH,
    `This password is too short. Use at least ${MIN_PASSWORD_LENGTH} characters. Four random words work well.`,
  )
  .max(MAX_PASSWORD_LENGTH, "This password is too long. Use up to 1,000 characters.")
  .refine((password) => password.length < MIN_PASSWORD_LENGTH || !isEasyToGuess(password), {
    error: "This password is too common. Try four random words.",
  });
