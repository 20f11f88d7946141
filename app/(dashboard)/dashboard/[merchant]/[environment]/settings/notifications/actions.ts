"use server";

import { z } from "zod";
import {
  disconnectTelegram as disconnect,
  finishTelegram as finish,
  startTelegram as start,
} from "@/lib/delivery/notifications/connect-telegram";
import { SavePreferencesInput, savePreferences } from "@/lib/delivery/notifications/preferences";
import { SendTestInput, sendTest } from "@/lib/delivery/notifications/send-test";
import { memberAction } from "@/lib/service/auth/action";
import { limitMember } from "@/lib/service/auth/limit-member";

export const saveNotifications = memberAction(
  { input: SavePreferencesInput, permission: "notifications.choose" },
  savePreferences,
);

export const sendTestNotification = memberAction(
  { input: SendTestInput, permission: "notifications.choose" },
  limitMember("testNotification", sendTest),
);

export const startTelegram = memberAction(
  { input: z.object({}), permission: "notifications.choose" },
  limitMember("connectTelegram", start),
);

export const finishTelegram = memberAction(
  { input: z.object({}), permission: "notifications.choose" },
  limitMember("connectTelegram", finish),
);

export const disconnectTelegram = memberAction({ input: z.object({}), permission: "notifications.choose" }, disconnect);
