import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { lockAllAlarms } from "@/lib/base/db/locks";
import { type Problem, syncAlarms } from "@/lib/delivery/notifications/alarms";
import { endpointLevel } from "@/lib/delivery/notifications/endpoint-levels";
import type { MemberKind } from "@/lib/delivery/notifications/kinds";
import { savePreferences } from "@/lib/delivery/notifications/preferences";
import { queueEnd } from "@/lib/delivery/notifications/queue-alarms";
import { removeMember } from "@/lib/people/members/remove";
import { renewed, stranger, withSettings } from "@/tests/support/accounts";
import { findingsOf, forgetAlarms, minutesPass, sync, syncLater } from "@/tests/support/alarms";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { startMailServer } from "@/tests/support/mail-server";
import { memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";
import { sendDueNotifications } from "@/tests/support/send-notifications";
import { waitFor } from "@/tests/support/wait";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

let merchant: MerchantFixture;

beforeEach(async () => {
  merchant = await createMerchantFixture();
});

afterEach(forgetAlarms);

const OFF = endpointLevel({ failures: 0, isOff: true });

const engine = () => renewed(stranger());

const failing = (level = 1): Problem => ({
  merchantId: merchant.merchantId,
  environment: "sandbox",
  kind: "endpoint",
  subject: "one",
  level,
  path: null,
  message: `Failing at level ${level}.`,
  ending: "Your webhook endpoint works again.",
});
const fullDisk = (host: string): Problem => ({
  merchantId: null,
  environment: null,
  kind: "disk",
  subject: host,
  level: 1,
  path: null,
  message: `The disk of ${host} is full.`,
  ending: `The alarm about the disk of ${host} is over.`,
});
const oldCertificate: Problem = {
  ...fullDisk(""),
  kind: "certificate",
  message: "The certificate ends.",
  ending: "The alarm about the certificate is over.",
};

async function join(kinds: MemberKind[]) {
  const ctx = renewed(await memberContext(merchant));
  await savePreferences(ctx, { kinds, payments: "each", byEmail: true, quiet: null });
  return ctx;
}

async function sendAll() {
  await database().sql`update notifications set due_at = now()`;
  return sendDueNotifications(engine(), 100);
}

const openOnes = async () => {
  const rows = await database().sql<{ what: string }[]>`
    select concat_ws(' ', kind, subject) as what from alarms where cleared_at is null order by kind, subject`;
  return rows.map(({ what }) => what);
};
const countAlarms = async () => (await database().sql`select id from alarms`).length;
const waiting = async () => {
  const rows = await database().sql<{ phase: string }[]>`select phase from notifications order by phase`;
  return rows.map(({ phase }) => phase);
};

type Post = Awaited<ReturnType<typeof startMailServer>>;

async function withMail(work: (post: Post) => Promise<void>) {
  const post = await startMailServer();
  await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, () => work(post));
}

const subjectsOf = ({ mails }: Post) => mails.map(({ headers }) => headers.subject?.split(": ").at(-1));

describe("a problem that only one machine sees", () => {
  it("isn't ended by another machine, as long as its own has looked within hours", async () => {
    await sync([fullDisk("a")], { host: "a" });
    await minutesPass(170);
    await sync([fullDisk("b")], { host: "b" });
    expect(await openOnes()).toEqual(["disk a", "disk b"]);
    await minutesPass(11);
    await sync([], { host: "b" });
    expect(await openOnes()).toEqual([]);
    expect(await countAlarms()).toBe(2);
  });

  it("is ended by its own machine", async () => {
    await sync([fullDisk("a")], { host: "a" });
    await minutesPass(11);
    expect(await sync([], { host: "a" })).toBe(1);
  });
});

it("a problem that couldn't be checked isn't over", async () => {
  await sync([oldCertificate]);
  await minutesPass(11);
  expect(await sync([], { unchecked: ["certificate"] })).toBe(0);
  expect(await sync([])).toBe(1);
});

describe("a cause that comes and goes", () => {
  it("is told once when it begins and once when it is over", async () => {
    await withMail(async (post) => {
      await join(["endpoint"]);
      for (let minute = 0; minute < 8; minute++) {
        await sync(minute % 2 === 0 ? [failing()] : []);
        await minutesPass(1);
      }
      await sendAll();
      await syncLater([]);
      await sendAll();
      for (const problems of [[failing()], [], [failing()], []]) {
        await syncLater(problems);
        await sendAll();
      }
      expect(subjectsOf(post)).toEqual(["Failing at level 1", "Your webhook endpoint was disabled or deleted"]);
      expect(await countAlarms()).toBe(1);
    });
  });

  it("is told again when it has become worse, and is over again", async () => {
    await withMail(async (post) => {
      await join(["endpoint"]);
      for (const problems of [[failing()], [], [failing(2)], []]) {
        await syncLater(problems);
        await sendAll();
      }
      expect(subjectsOf(post)).toHaveLength(4);
      expect(subjectsOf(post)[2]).toBe("Failing at level 2");
    });
  });

  it("is told anew of an endpoint that was disabled, enabled, and fails again", async () => {
    await withMail(async (post) => {
      await join(["endpoint"]);
      for (const level of [OFF, 0, 1, 2, OFF]) {
        await sync([failing(level)]);
        await minutesPass(2);
        await sync([failing(level)]);
        await sendAll();
      }
      expect(subjectsOf(post)).toEqual([OFF, 1, 2, OFF].map((level) => `Failing at level ${level}`));
    });
  });

  it("keeps its end to itself when it returns before that was sent", async () => {
    await withMail(async (post) => {
      await join(["endpoint"]);
      await sync([failing()]);
      await sendAll();
      await syncLater([]);
      expect(await waiting()).toEqual(["cleared"]);
      await syncLater([failing()]);
      expect(await waiting()).toEqual([]);
      await syncLater([]);
      await sendAll();
      expect(subjectsOf(post)).toHaveLength(2);
    });
  });

  it("is told again once it has lasted for an hour since it came back", async () => {
    await withMail(async (post) => {
      await join(["endpoint"]);
      for (const problems of [[failing()], [], [failing()]]) {
        await syncLater(problems);
        await sendAll();
      }
      await minutesPass(61);
      await sync([failing()]);
      await sync([failing()]);
      await sendAll();
      await sendAll();
      expect(subjectsOf(post)).toHaveLength(3);
    });
  });

  it("is a new alarm an hour after its end", async () => {
    await sync([failing()]);
    await syncLater([]);
    await minutesPass(61);
    await sync([failing()]);
    expect(await countAlarms()).toBe(2);
  });
});

it("what was seen only once isn't told before it is seen again", async () => {
  await join(["endpoint"]);
  await sync([failing()]);
  const dueIn = async () => {
    const [row] = await database().sql<[{ seconds: number }]>`
      select extract(epoch from due_at - now())::float8 as seconds from notifications`;
    return row.seconds;
  };
  await database().sql`update notifications set due_at = now()`;
  await sync([]);
  expect(await dueIn()).toBeGreaterThan(80);
  await database().sql`update notifications set due_at = now()`;
  await minutesPass(1);
  await sync([failing()]);
  await sync([]);
  expect(await dueIn()).toBeLessThanOrEqual(0);
});

describe("an engine that was paused between looking and writing", () => {
  it("ends nothing that others have seen since", async () => {
    const before = await findingsOf([]);
    await sync([failing()]);
    await minutesPass(20);
    await sync([failing()]);
    expect(await syncAlarms(engine(), before)).toBe(0);
    expect(await openOnes()).toEqual(["endpoint one"]);
  });

  it("raises nothing if it was paused for long", async () => {
    const { at, ...findings } = await findingsOf([failing()]);
    expect(await syncAlarms(engine(), { ...findings, at: new Date(at.getTime() - 6 * 60_000) })).toBe(0);
    expect(await countAlarms()).toBe(0);
  });
});

describe("the end of an alarm", () => {
  it("says whether the endpoint works again or isn't in use any more", async () => {
    await withMail(async (post) => {
      await join(["endpoint"]);
      const { sql } = database();
      const [{ id }] = await sql<[{ id: string }]>`
        insert into webhook_endpoints (merchant_id, environment, url, event_types, secret)
        values (${merchant.merchantId}, 'sandbox', 'https://shop.example/', '{payment.success}', '\\x00') returning id`;
      const problems = [{ ...failing(), subject: id }];
      for (const found of [problems, []]) {
        await syncLater(found);
        await sendAll();
      }
      await minutesPass(61);
      await syncLater(problems);
      await sendAll();
      await sql`delete from webhook_endpoints where id = ${id}`;
      await syncLater([]);
      await sendAll();
      const [, works, , isGone] = subjectsOf(post);
      expect([works, isGone]).toEqual([
        "Your webhook endpoint works again",
        "Your webhook endpoint was disabled or deleted",
      ]);
    });
  });

  it("is told to nobody if the beginning wasn't, at whatever level it began", async () => {
    await join(["endpoint"]);
    await sync([failing(3)]);
    await syncLater([]);
    expect(await waiting()).toEqual([]);
  });

  it("isn't told to a member who chose it after the beginning", async () => {
    await withMail(async (post) => {
      await join(["endpoint"]);
      await sync([failing()]);
      await sendAll();
      await join(["endpoint"]);
      await syncLater([]);
      await sendAll();
      expect(post.mails[1]?.to).toEqual(post.mails[0]?.to);
      expect(post.mails).toHaveLength(2);
    });
  });

  it("is told if it ends while the beginning is being sent", async () => {
    const receiver = await startReceiver(async (_request, response) => {
      if (receiver.requests.length === 1) await syncLater([]);
      response.writeHead(204).end();
    });
    await withSettings({ ALARM_WEBHOOK_URL: receiver.url, ALARM_WEBHOOK_SECRET: SECRET }, async () => {
      await sync([oldCertificate]);
      await sendAll();
      expect(await waiting()).toEqual(["cleared"]);
      await sendAll();
    });
    expect(receiver.requests.map(({ body }) => JSON.parse(body).event)).toEqual(["alarm.raised", "alarm.cleared"]);
  });

  it("ends the tries to tell the beginning", async () => {
    const receiver = await startReceiver(async (_request, response) => {
      await syncLater([]);
      response.writeHead(500).end();
    });
    await withSettings({ ALARM_WEBHOOK_URL: receiver.url, ALARM_WEBHOOK_SECRET: SECRET }, async () => {
      await sync([oldCertificate]);
      await sendAll();
    });
    expect(await waiting()).toEqual([]);
  });
});

it("an alarm that grows while its message waits is told in one message", async () => {
  await withMail(async (post) => {
    await join(["endpoint"]);
    for (const level of [1, 2, 3]) await sync([failing(level)]);
    expect(await waiting()).toEqual(["raised"]);
    await sendAll();
    expect(subjectsOf(post)).toEqual(["Failing at level 3"]);
  });
});

it("an alarm that grows while its message is held back for quiet hours is told once after them", async () => {
  await withMail(async (post) => {
    const member = await join(["endpoint"]);
    const hour = (ahead: number) => `${String((new Date().getUTCHours() + ahead + 24) % 24).padStart(2, "0")}:00`;
    const choice = { kinds: ["endpoint" as const], payments: "each" as const, byEmail: true };
    await savePreferences(member, { ...choice, quiet: { from: hour(-1), until: hour(2) } });
    for (const level of [1, 2, 3]) {
      await sync([failing(level)]);
      await sendAll();
    }
    expect(await waiting()).toEqual(["raised"]);
    await savePreferences(member, { ...choice, quiet: null });
    await sendAll();
    expect(subjectsOf(post)).toEqual(["Failing at level 3"]);
  });
});

it("alarms that a message doesn't name are counted in it", async () => {
  await withMail(async (post) => {
    await join(["endpoint"]);
    const problems = Array.from({ length: 12 }, (_, number) => ({ ...failing(), subject: `endpoint ${number}` }));
    await sync(problems);
    await sendAll();
    expect(subjectsOf(post)).toEqual(["Failing at level 1 and 11 more"]);
    expect(post.mails[0]?.text.match(/Failing at level 1\./g)).toHaveLength(10);
    expect(post.mails[0]?.text).toContain("… and 2 more");
  });
});

it("neither its end nor the removal of a member who was told of it fails, both at once", async () => {
  await withMail(async (post) => {
    const [gone, remover] = [await join(["endpoint"]), await memberContext(merchant)];
    await sync([failing()]);
    await minutesPass(1);
    await sync([failing()]);
    await sendAll();
    expect(post.mails).toHaveLength(1);
    const removed = await database().sql.begin(async (ending) => {
      await lockAllAlarms(ending);
      const [{ pid }] = await ending<[{ pid: number }]>`
        with told as (update alarm_recipients set ended_at = null returning 1) select pg_backend_pid() as pid from told`;
      const removal = removeMember(remover, { userId: gone.actor.userId });
      await waitFor("the removal to wait", async () => {
        const rows = await database().sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
        return rows.length > 0;
      });
      const alarms = await ending<{ id: string }[]>`select id from alarms`;
      await queueEnd(
        ending,
        alarms.map(({ id }) => id),
      );
      return { removal };
    });
    await removed.removal;
    expect(await waiting()).toEqual([]);
  });
});
