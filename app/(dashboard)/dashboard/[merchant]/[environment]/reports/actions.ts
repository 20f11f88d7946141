"use server";

import { z } from "zod";
import { memberAction } from "@/lib/auth/action";
import { SubscribeInput, subscribe, unsubscribe } from "@/lib/reports/subscribe";

export const subscribeToReport = memberAction({ input: SubscribeInput, permission: "reports.view" }, subscribe);

export const unsubscribeFromReport = memberAction({ input: z.object({}), permission: "reports.view" }, unsubscribe);
