import { z } from "zod";
import { isStorable } from "@/lib/storable-text";

const Answer = z.object({
  challengeId: z.guid(),
  response: z.looseObject({ id: z.string().max(2_000).refine(isStorable) }),
});

/** The browser's answer to a challenge, as JSON text; null when it is not one. What is in `response` is unchecked. */
export function parsePasskeyAnswer(text: string): z.infer<typeof Answer> | null {
  try {
    return Answer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The longest answer that is read, in characters. */
export const MAX_ANSWER = 20_000;
