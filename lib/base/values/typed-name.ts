import { z } from "zod";
import { findHiddenFault, findNameFault } from "@/lib/base/values/name-rules";
import { isStorable, NOT_STORABLE } from "@/lib/base/values/storable-text";

type Bounds = {
  /** 0: the name may be left out */
  least?: number;
  most: number;
  /** says what to enter, for a name that is too short, and without `tooLong` for one that is too long */
  error: string;
  tooLong?: string;
};

/** Schema of a name that a person or an operator types. Its output is one line of visible text, without a link. */
export function typedName({ least = 1, most, error, tooLong = error }: Bounds) {
  return z
    .string()
    .trim()
    .min(least, error)
    .max(most, tooLong)
    .superRefine((name, ctx) => {
      const message = isStorable(name) ? findNameFault(name) : NOT_STORABLE;
      if (message) ctx.addIssue({ code: "custom", message });
    });
}

/** Whether a text is one line of visible text. */
export const isVisible = (text: string) => findHiddenFault(text) === null;
