import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

export type ReceivedMail = {
  from: string;
  to: string[];
  headers: Record<string, string>;
  text: string;
  /** where the mail has such a part */
  html?: string;
  /** by their names */
  attachments: Record<string, string>;
};

/**
 * What a mail server does when a mail has come whole; a number: takes it after so many milliseconds. `defers`: says so
 * often to come again later before it takes one.
 */
export type Behaviour = "take" | "refuse" | "hang" | number | { defers: number };

/** A mail server (RFC 5321) on 127.0.0.1, which keeps what it is given until it is closed. */
export async function openMailServer(behaviour: Behaviour = "take") {
  const mails: ReceivedMail[] = [];
  const sockets: Socket[] = [];
  const left = { defers: typeof behaviour === "object" ? behaviour.defers : 0 };
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    if (behaviour !== "hang") talk(socket, behaviour, { mails, left });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  };
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, sockets, close };
}

type Kept = { mails: ReceivedMail[]; left: { defers: number } };

async function talk(socket: Socket, behaviour: Exclude<Behaviour, "hang">, { mails, left }: Kept) {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail = { from: "", to: [] as string[] };
  let data: string[] | null = null;
  say("220 post.example ESMTP");
  for await (const line of createInterface({ input: socket })) {
    if (data) {
      if (line !== ".") data.push(line.replace(/^\.\./, "."));
      else {
        mails.push({ ...mail, ...read(data) });
        data = null;
        if (typeof behaviour === "number") await sleep(behaviour);
        say("250 taken");
      }
      continue;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") say("250 post.example");
    else if (verb === "MAIL") {
      mail = { from: addressIn(line), to: [] };
      say("250 ok");
    } else if (verb === "RCPT" && behaviour === "refuse") say("550 no such mailbox");
    else if (verb === "RCPT" && left.defers > 0) {
      left.defers--;
      say("451 4.7.1 greylisted, come again later");
    } else if (verb === "RCPT") {
      mail.to.push(addressIn(line));
      say("250 ok");
    } else if (verb === "DATA") {
      data = [];
      say("354 go on");
    } else if (verb === "QUIT") {
      say("221 bye");
      socket.end();
    } else say("250 ok");
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";

type Content = Pick<ReceivedMail, "headers" | "text" | "html" | "attachments">;

function read(lines: string[]): Content {
  const gap = lines.indexOf("");
  const unfolded = lines
    .slice(0, gap)
    .join("\n")
    .replace(/\n[ \t]+/g, " ");
  const headers = Object.fromEntries(
    unfolded
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const body = lines.slice(gap + 1);
  const boundary = /^multipart\/(?:alternative|mixed);.*boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return { headers, text: quotedPrintable(body.join("\n")), attachments: {} };
  const parts = `\n${body.join("\n")}`
    .split(`\n--${boundary}`)
    .slice(1, -1)
    .map((part) => read(part.split("\n").slice(1)));
  const partOf = (type: string) => parts.find((part) => part.headers["content-type"]?.startsWith(type))?.text;
  const attachments = parts.flatMap((part) => {
    const name = /filename="?([^";]+)/.exec(part.headers["content-disposition"] ?? "")?.[1];
    return name === undefined ? [] : [[name, Buffer.from(part.text, "base64").toString("utf8")] as const];
  });
  const [text, html] = [partOf("text/plain") ?? "", partOf("text/html")];
  return { headers, text, ...(html !== undefined && { html }), attachments: Object.fromEntries(attachments) };
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
