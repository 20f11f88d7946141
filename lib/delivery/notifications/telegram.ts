import { z } from "zod";
import type { Settings } from "@/lib/base/context/settings";
import { log } from "@/lib/base/process/log";
import { oneLine } from "@/lib/base/values/name-rules";

const TIMEOUT_MS = 8_000;
/** Telegram's limit for a message. */
const MAX_LENGTH = 4_096;
/** Updates are read from the end: a person who connects a chat has just written. */
const LATEST_UPDATES = 100;

const Answer = z.object({ ok: z.boolean(), description: z.string().optional(), result: z.unknown() });
const Bot = z.object({ username: z.string() });
const Updates = z.array(
  z.object({
    message: z
      .object({
        text: z.string().optional(),
        chat: z.object({
          id: z.number(),
          title: z.string().optional(),
          username: z.string().optional(),
          first_name: z.string().optional(),
        }),
      })
      .optional(),
  }),
);

type Telegram = NonNullable<Settings["telegram"]>;

/** Sends a text to a chat. Never throws: a failure is logged. */
export async function sendTelegram(telegram: Telegram, chatId: string, text: string): Promise<boolean> {
  try {
    const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
    await call(telegram, "sendMessage", { chat_id: chatId, text: cut, link_preview_options: { is_disabled: true } });
    return true;
  } catch (error) {
    log().error({ err: (error as Error).message }, "a Telegram message could not be sent");
    return false;
  }
}

/** The bot's name, as in `t.me/<name>`. Throws an `Error` with a sentence if Telegram doesn't answer. */
export async function findBotName(telegram: Telegram): Promise<string> {
  return Bot.parse(await call(telegram, "getMe", {})).username;
}

export type Chat = { id: string; name: string };

/** The chat in which someone has sent this code to the bot; null if none has. Throws as `findBotName` does. */
export async function findChat(telegram: Telegram, code: string): Promise<Chat | null> {
  const answer = await call(telegram, "getUpdates", { offset: -LATEST_UPDATES, allowed_updates: ["message"] });
  const message = Updates.parse(answer)
    .map((update) => update.message)
    .findLast((one) => one?.text?.split(/\s+/).includes(code));
  if (!message) return null;
  const { id, title, username, first_name: firstName } = message.chat;
  return { id: String(id), name: oneLine(title ?? (username ? `@${username}` : (firstName ?? ""))) || String(id) };
}

async function call({ token, apiUrl }: Telegram, method: string, body: object): Promise<unknown> {
  const response = await fetch(`${apiUrl}/bot${token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "error",
  }).catch(() => null);
  if (!response) throw new Error("Telegram doesn't respond.");
  const answer = Answer.safeParse(await response.json().catch(() => null));
  if (!answer.success) throw new Error(`Telegram returned ${response.status}.`);
  if (!answer.data.ok) throw new Error(`Telegram refused: ${answer.data.description ?? response.status}.`);
  return answer.data.result;
}
