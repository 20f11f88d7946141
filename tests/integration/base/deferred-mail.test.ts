import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { readSettings } from "@/lib/base/context/settings";
import { database } from "@/lib/base/db/client";
import { logLostMail, sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { log } from "@/lib/base/process/log";
import { changePassword } from "@/lib/people/sign-in/change-password";
import { sendResetLink } from "@/lib/people/sign-in/request-password-reset";
import { deviceOf, newPerson, renewed, withSettings } from "@/tests/support/accounts";
import { startMailServer } from "@/tests/support/mail-server";

const MINUTE_MS = 60_000;
const message = { to: "ana@example.com", subject: "Hello", text: "Hello" };
const mailAt = (url: string) => ({ ...readSettings(), mail: { server: url, from: "Shop, Inc. <till@shop.example>" } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(async () => {
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a deferred email", () => {
  it("is tried again for half an hour, under one ID, until the mail server takes it", async () => {
    const logged = vi.spyOn(log(), "error");
    const post = await startMailServer({ defers: 3 });
    expect(await sendUntilTaken(mailAt(post.url), message)).toBe("deferred");
    for (const [seconds, connections] of [
      [15, 2],
      [60, 3],
      [180, 4],
    ] as const) {
      expect(post.mails).toEqual([]);
      // the attempt before is over, and the next one's time is set
      await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(connections - 1));
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      await vi.waitFor(() => expect(post.sockets).toHaveLength(connections));
    }
    await vi.waitFor(() => expect(post.mails).toHaveLength(1));
    expect(post.mails[0]).toMatchObject({ from: "till@shop.example", to: ["ana@example.com"] });
    expect(post.mails[0]?.headers.from).toBe('"Shop, Inc." <till@shop.example>');
  });

  it("is given up after half an hour, and the log says so", async () => {
    const logged = vi.spyOn(log(), "error");
    const post = await startMailServer({ defers: 100 });
    await sendUntilTaken(mailAt(post.url), message);
    for (const [index, seconds] of [15, 60, 180, 300, 600, 645].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(index + 2 + Number(index === 5)));
    }
    expect(logged).toHaveBeenLastCalledWith({ attempts: 7 }, "a deferred email was given up after half an hour");
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect([post.sockets.length, post.mails]).toEqual([7, []]);
  });

  it("is tried again too if the mail server can't be reached, but not if it refuses", async () => {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const settings = mailAt(`smtp://127.0.0.1:${port}`);
    expect(await sendUntilTaken(settings, message)).toBe("deferred");
    expect(await sendUntilTaken(settings, message, { patience: "deferred" })).toBe("failed");
    const refusing = await startMailServer("refuse");
    expect(await sendUntilTaken(mailAt(refusing.url), message)).toBe("failed");
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(refusing.sockets).toHaveLength(1);
  });

  it("is counted at the end of the process, with which it ends", async () => {
    const logged = vi.spyOn(log(), "warn");
    const post = await startMailServer({ defers: 100 });
    logLostMail();
    expect(logged).not.toHaveBeenCalled();
    await Promise.all([sendUntilTaken(mailAt(post.url), message), sendUntilTaken(mailAt(post.url), message)]);
    logLostMail();
    expect(logged).toHaveBeenCalledWith({ lost: 2 }, expect.stringContaining("deferred emails"));
  });
});

it("a reset link and a security notice reach their reader after the mail server has deferred them", async () => {
  const person = await newPerson();
  const here = await deviceOf(person);
  const post = await startMailServer({ defers: 2 });
  await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
    await sendResetLink(systemContext(database(), "test"), person.email);
    await changePassword(renewed(here), { newPassword: "another long pass phrase" });
    await vi.waitFor(() => expect(post.sockets).toHaveLength(2));
  });
  expect(post.mails).toEqual([]);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    expect(post.mails).toHaveLength(2);
  });
  expect(post.mails.map(({ headers }) => headers.subject).sort()).toEqual([
    "Till: Reset your password",
    "Till: Your password was changed",
  ]);
});
