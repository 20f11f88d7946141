import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Message = { chat_id: string; text: string };

const TOKEN = "123456789:a_token_of_a_bot_for_tests";

/**
 * Telegram's Bot API on 127.0.0.1, until it is closed. `say` is what somebody writes to the bot; `refuse(true)` makes
 * it refuse every message, or those to one chat.
 */
export async function openBotApi() {
  const sent: Message[] = [];
  const updates: object[] = [];
  let refuses = (_chat: string) => false;
  const answerTo = (method: string | undefined, body: string): [status: number, answer: object] => {
    if (method === "getMe") return [200, { ok: true, result: { id: 1, is_bot: true, username: "till_test_bot" } }];
    if (method === "getUpdates") return [200, { ok: true, result: updates }];
    const message: Message = JSON.parse(body);
    if (refuses(message.chat_id)) return [403, { ok: false, description: "Forbidden: bot was blocked by the user" }];
    sent.push(message);
    return [200, { ok: true, result: { message_id: sent.length } }];
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [, bot, method] = (request.url ?? "").split("/");
    const [status, answer] =
      bot === `bot${TOKEN}` ? answerTo(method, body) : [401, { ok: false, description: "Unauthorized" }];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    sent,
    env: { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_URL: `http://127.0.0.1:${port}` },
    say: (words: string, chat: object) => updates.push({ update_id: updates.length, message: { text: words, chat } }),
    refuse: (does: boolean, only?: string) => {
      refuses = (chat) => does && (only === undefined || chat === only);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
