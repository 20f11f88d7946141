import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export type ReceivedMail = { from: string; to: string[]; headers: Record<string, string>; text: string };

/** What a mail server does when a mail has come whole. */
type Behaviour = "take" | "refuse" | "hang";

/** A mail server (RFC 5321) on 127.0.0.1 for one test, which keeps what it is given. */
export async function startMailServer(behaviour: Behaviour = "take") {
  const mails: ReceivedMail[] = [];
  const sockets: Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    if (behaviour !== "hang") talk(socket, behaviour, mails);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, sockets };
}

async function talk(socket: Socket, behaviour: "take" | "refuse", mails: ReceivedMail[]) {
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
    else if (verb === "RCPT") {
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

function read(lines: string[]) {
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
  return { headers, text: quotedPrintable(lines.slice(gap + 1).join("\n")) };
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
