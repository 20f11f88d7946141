"use server";

import { z } from "zod";
import { memberAction } from "@/lib/service/auth/action";
import { FillRateInput, fillRate as fillRateVerb } from "@/lib/settlement/books/fill-rate";
import { subscribeToBooks as subscribe, unsubscribeFromBooks as unsubscribe } from "@/lib/settlement/books/subscribe";

export const fillRate = memberAction(
  { input: FillRateInput, permission: "rates.manage", password: true },
  fillRateVerb,
);

export const subscribeToBooks = memberAction({ input: z.object({}), permission: "reports.export" }, subscribe);

export const unsubscribeFromBooks = memberAction({ input: z.object({}), permission: "reports.export" }, unsubscribe);
