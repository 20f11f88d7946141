"use server";

import {
  DismissInput,
  dismissChecklist as dismissChecklistVerb,
  dismissKeyNotice as dismissKeyNoticeVerb,
} from "@/lib/business/merchants/dismiss-notice";
import { memberAction } from "@/lib/service/auth/action";

export const dismissChecklist = memberAction(
  { input: DismissInput, permission: "merchant.manage" },
  dismissChecklistVerb,
);

export const dismissKeyNotice = memberAction({ input: DismissInput, permission: "keys.manage" }, dismissKeyNoticeVerb);
