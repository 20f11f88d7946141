import { z } from "zod";
import { isEasyToGuess, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@/lib/users/password-rules";

/** A password that somebody chooses: length is what counts, no kind of character is asked for. */
export const NewPassword = z
  .string()
  .min(
    MIN_PASSWORD_LENGTH,
    `This password is too short. It needs at least ${MIN_PASSWORD_LENGTH} characters; four words in a row are a good one.`,
  )
  .max(MAX_PASSWORD_LENGTH, "This password is too long. It may have 1,000 characters.")
  .refine((password) => password.length < MIN_PASSWORD_LENGTH || !isEasyToGuess(password), {
    error: "This password is one of the first that are tried. Take four words that have nothing to do with each other.",
  });
