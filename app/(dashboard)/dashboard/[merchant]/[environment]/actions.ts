"use server";

import { memberAction } from "@/lib/auth/action";
import {
  DismissInput,
  dismissChecklist as dismissChecklistVerb,
  dismissKeyNotice as dismissKeyNoticeVerb,
} from "@/lib/merchants/dismiss-notice";

export const dismissChecklist = memberAction(
  { input: DismissInput, permission: "merchant.manage" },
  dismissChecklistVerb,
);

export const dismissKeyNotice = memberAction({ input: DismissInput, permission: "keys.manage" }, dismissKeyNoticeVerb);
