"use server";

import { z } from "zod";
import { SubscribeInput, subscribe, unsubscribe } from "@/lib/payments/reports/subscribe";
import { memberAction } from "@/lib/service/auth/action";

export const subscribeToReport = memberAction({ input: SubscribeInput, permission: "reports.view" }, subscribe);

export const unsubscribeFromReport = memberAction({ input: z.object({}), permission: "reports.view" }, unsubscribe);
