import { onTestFinished } from "vitest";
import { openBotApi } from "@/tests/support/bot-api-server";

/** Telegram's Bot API for one test. */
export async function startBotApi() {
  const api = await openBotApi();
  onTestFinished(api.close);
  return api;
}
