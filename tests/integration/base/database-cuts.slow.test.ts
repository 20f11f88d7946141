import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { sql as fragment } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Database, database, openDatabase, orm, type Transaction } from "@/lib/base/db/client";
import { listen } from "@/lib/base/db/listen";
import { isDatabaseUnavailable } from "@/lib/base/db/unavailable";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { patchedFiles } from "@/scripts/lib/patch-postgres.mjs";
import { cuttingProxy } from "@/tests/support/cutting-proxy";
import { stoppableProxy } from "@/tests/support/stoppable-proxy";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

beforeAll(async () => {
  await database().sql`create table cuts (id int primary key)`;
});

let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
beforeEach(async () => {
  proxy = await cuttingProxy(process.env.DATABASE_URL as string);
});

function open(pool: number): Database {
  const db = openDatabase(proxy.url, { pool });
  onTestFinished(async () => {
    await db.close();
    await proxy.close();
  });
  return db;
}

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause ? codeOf(cause) : String(error));
};

/** What a cut connection may end with. CONNECT_TIMEOUT is none of it: the database is there. */
const LOST = ["ECONNRESET", "EPIPE", "CONNECTION_CLOSED"];

it("a server whose Unix socket isn't there is away", async () => {
  const db = openDatabase("postgres://till@localhost/till?host=/tmp/till-no-such-folder", { pool: 1 });
  onTestFinished(db.close);
  const error = await db.sql`select 1`.catch((reason) => reason);
  expect([error.code, isDatabaseUnavailable(error)]).toEqual(["ENOENT", true]);
});

it("transactions work where one statement is sent at a time, as through a pooler", async () => {
  const url = process.env.DATABASE_URL as string;
  const db = openDatabase(url, { pool: 2, directUrl: url });
  onTestFinished(db.close);
  const count = async () => {
    const [row] = await db.sql.begin(async (tx) => {
      await tx`select set_config('till.note', 'kept', true)`;
      return tx<[{ note: string }]>`select current_setting('till.note') as note`;
    });
    return row.note;
  };
  expect(await Promise.all([count(), count(), count()])).toEqual(["kept", "kept", "kept"]);
});

describe("the time that a connection may take", () => {
  const open = (url: string) => {
    const sql = postgres(url, { max: 1, connect_timeout: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    return sql;
  };

  it("doesn't run out because this process is too busy to read what the database has answered", async () => {
    const BUSY_MS = 600;
    const sql = open(process.env.DATABASE_URL as string);
    const connected = sql`select 1 as one`.execute();
    for (let turn = 0; turn < 5; turn++) {
      await setImmediate();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
    }
    expect([...(await connected)]).toEqual([{ one: 1 }]);
  });

  it("runs out if nothing answers", async () => {
    const silent = createServer();
    await once(silent.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void silent.close());
    const sql = open(`postgres://till@127.0.0.1:${(silent.address() as AddressInfo).port}/till`);
    expect(await sql`select 1`.catch(codeOf)).toBe("CONNECT_TIMEOUT");
  });
});

describe("a statement that isn't answered", () => {
  const CONNECT_SECONDS = 1;
  const SILENT_MS = 2 * CONNECT_SECONDS * 1_000;
  const begin = async ({ max = 2 } = {}) => {
    const machine = await stoppableProxy(process.env.DATABASE_URL as string);
    const sql = postgres(machine.url, { max, connect_timeout: CONNECT_SECONDS });
    onTestFinished(() => sql.end({ timeout: 0 }));
    // all connections are there before the machine stops
    await Promise.all(Array.from({ length: max }, () => sql`select pg_sleep(0.1)`));
    return { machine, sql };
  };
  const failure = (asked: Promise<unknown>) => asked.catch((error) => error);

  it("fails if the database's machine has vanished, in a transaction too", async () => {
    const { machine, sql } = await begin();
    const [begun, vanished] = [withResolvers<void>(), withResolvers<void>()];
    const transaction = sql.begin(async (tx) => {
      await tx`select 1`;
      begun.resolve();
      await vanished.promise;
      await tx`select 2`;
    });
    await begun.promise;
    await machine.vanish();
    vanished.resolve();
    const errors = await Promise.all([sql`select 1`, transaction].map(failure));
    expect(errors.map(codeOf)).toEqual(["ETIMEDOUT", "CONNECTION_CLOSED"]);
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  it("fails though others are still sent on its connection", async () => {
    const { machine, sql } = await begin({ max: 1 });
    await machine.vanish();
    const first = failure(sql`select 1`);
    let hasFailed = false;
    void first.then(() => {
      hasFailed = true;
    });
    const sent: Promise<unknown>[] = [];
    while (!hasFailed) {
      sent.push(failure(sql`select 1`));
      await setTimeout(SILENT_MS / 10);
    }
    expect(codeOf(await first)).toBe("ETIMEDOUT");
    await sql.end({ timeout: 0 });
    expect((await Promise.all(sent)).map(isDatabaseUnavailable)).toEqual(sent.map(() => true));
  });

  it("is waited for if the database only takes long", async () => {
    const { machine, sql } = await begin();
    machine.stop();
    const asked = sql`select 1 as one`.execute();
    await setTimeout(SILENT_MS + 1_000);
    machine.goOn();
    expect([...(await asked)]).toEqual([{ one: 1 }]);
  });
});

it("a connection that says good-bye to a machine that has vanished is given up", async () => {
  const machine = await stoppableProxy(process.env.DATABASE_URL as string);
  const sql = postgres(machine.url, { max: 1, connect_timeout: 1 });
  await sql`select 1`;
  await machine.vanish();
  await expect(sql.end()).resolves.toBeUndefined();
});

/** The arguments of each call of this method by which a connection through the proxy set up its socket. */
function callsOf(method: "setKeepAlive" | "setNoDelay") {
  const port = Number(new URL(proxy.url).port);
  const calls: unknown[][] = [];
  const spy = vi.spyOn(Socket.prototype, method).mockImplementation(function (this: Socket, ...call: unknown[]) {
    if (this.remotePort === port) calls.push(call);
    return this;
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

it("a connection without a statement notices within twenty seconds that the database's machine has vanished", async () => {
  const calls = callsOf("setKeepAlive");
  await open(1).sql`select 1`;
  const end = await listen(proxy.url, "till_cuts", () => {});
  await end();
  // the system then asks ten times, a second apart
  expect(calls).toEqual([
    [true, 10_000],
    [true, 10_000],
  ]);
});

it("a short message is sent at once, though the one before it isn't acknowledged yet", async () => {
  const calls = callsOf("setNoDelay");
  await open(1).sql`select 1`;
  expect(calls).toEqual([[true]]);
});

describe("a network that resets every connection, again and again", () => {
  const TRANSACTIONS_BETWEEN_CUTS = 120;
  const CUTS = 12;

  it("leaves no dead slot, no error that nobody catches, no answer of another's question, nothing half committed", async () => {
    const db = open(10);
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on("uncaughtException", note).on("unhandledRejection", note);
    onTestFinished(() => void process.off("uncaughtException", note).off("unhandledRejection", note));

    let [next, ended, stopped] = [0, 0, false];
    const committed = new Set<number>();
    const errors = new Set<string>();
    const mixedUp: number[] = [];
    const insert = async (id: number) => {
      await db.sql.begin(async (tx) => {
        const [[first], [second]] = await Promise.all([
          tx`insert into cuts values (${id}) returning id`,
          tx`select ${-id}::int as id`,
        ]);
        if (first?.id !== id || second?.id !== -id) mixedUp.push(id);
        await tx`select pg_sleep(${Math.random() / 200})`;
      });
      committed.add(id);
    };
    const ask = async (id: number) => {
      const [row] = await db.sql`select ${id}::int as id`;
      if (row?.id !== id) mixedUp.push(id);
    };
    const askOrm = (id: number) =>
      db.sql.begin(async (tx) => {
        const [row] = await orm(tx)
          .select({ id: fragment<number>`${id}::int` })
          .from(fragment`(values (1)) v`);
        if (row?.id !== id) mixedUp.push(id);
      });
    const kinds = [insert, ask, insert, askOrm];
    const loop = async (n: number) => {
      for (let id = ++next; !stopped; id = ++next) {
        await (kinds[n % kinds.length] ?? insert)(id).catch((error) => errors.add(codeOf(error)));
        ended++;
      }
    };

    const loops = Array.from({ length: 60 }, (_, n) => loop(n));
    for (let cut = 0; cut <= CUTS; cut++) {
      const enough = ended + TRANSACTIONS_BETWEEN_CUTS;
      await waitFor("transactions to go on", () => ended >= enough);
      if (cut < CUTS) proxy.cut();
    }
    stopped = true;
    await Promise.all(loops);

    expect(uncaught).toEqual([]);
    expect([...errors].filter((code) => !LOST.includes(code))).toEqual([]);
    expect(mixedUp).toEqual([]);
    const stored = new Set((await database().sql<{ id: number }[]>`select id from cuts`).map(({ id }) => id));
    expect([...committed].filter((id) => !stored.has(id))).toEqual([]);
    expect(committed.size).toBeGreaterThan(0);
    expect(errors.size).toBeGreaterThan(0);
  });
});

describe("a transaction whose connection was cut", () => {
  it("ends with an error, and what it still says reaches nobody else's transaction", async () => {
    const db = open(1);
    let left: Transaction | undefined;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const first = db.sql.begin(async (tx) => {
      await tx`insert into cuts values (-1)`;
      left = tx;
      await held;
      return tx`insert into cuts values (-2)`;
    });
    const lost = await waitFor("the first one to be under way", () => left);
    proxy.cut();
    await expect(first).rejects.toSatisfy((error) => LOST.includes(codeOf(error)));
    await db.sql.begin(async (tx) => {
      await tx`insert into cuts values (-3)`;
      goOn();
      await expect(lost`insert into cuts values (-4)`).rejects.toSatisfy((error) => LOST.includes(codeOf(error)));
    });
    expect(await database().sql`select id from cuts where id < 0`).toEqual([{ id: -3 }]);
  });

  it("is told so when it is the answer to the commit that was lost, and is not tried again", async () => {
    const db = open(1);
    let runs = 0;
    // the commit waits for the lock that the deferred constraint's trigger asks for
    await database().sql.unsafe(`
      create table slow (id int);
      create function wait_for_lock() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(77); return null; end $$;
      create constraint trigger at_commit after insert on slow deferrable initially deferred
        for each row execute function wait_for_lock()`);
    const lock = await database().sql.reserve();
    await lock`select pg_advisory_lock(77)`;
    const committing = db.sql.begin(async (tx) => {
      runs++;
      await tx`insert into slow values (1)`;
    });
    const outcome = committing.then(
      () => "committed",
      (error) => codeOf(error),
    );
    await waitFor("the commit to wait", async () => {
      const [row] = await lock`select count(*)::int as n from pg_locks where objid = 77 and not granted`;
      return row?.n === 1;
    });
    proxy.cut();
    expect(LOST).toContain(await outcome);
    await lock`select pg_advisory_unlock(77)`;
    lock.release();
    expect(runs).toBe(1);
  });
});

it("a reserved connection, and with it its locks, lasts a minute or so after the machine of its holder vanished", async () => {
  const held = await database().reserve();
  onTestFinished(() => held.release());
  const settings = await held`
    select name, setting from pg_settings where name like 'tcp_keepalives_%' order by name`;
  expect([...settings]).toEqual([
    { name: "tcp_keepalives_count", setting: "3" },
    { name: "tcp_keepalives_idle", setting: "30" },
    { name: "tcp_keepalives_interval", setting: "15" },
  ]);
});

describe("a reserved connection that was cut", () => {
  it("refuses its holder and leaves the pool whole", async () => {
    const db = open(1);
    const held = await db.sql.reserve();
    expect(await held`select 1 as one`).toEqual([{ one: 1 }]);
    proxy.cut();
    await expect(held`select 1`).rejects.toSatisfy((error) => LOST.includes(codeOf(error)));
    expect(await db.sql`select 2 as two`).toEqual([{ two: 2 }]);
    await expect(held`select 1`).rejects.toSatisfy((error) => LOST.includes(codeOf(error)));
    held.release();
    expect(await Promise.all([db.sql`select 3 as three`, db.sql`select 4 as four`])).toEqual([
      [{ three: 3 }],
      [{ four: 4 }],
    ]);
  });

  it("can be reserved again and again, also when the first tries meet cut connections", async () => {
    const db = open(2);
    for (let n = 0; n < 6; n++) {
      const reserving = db.sql.reserve();
      if (n % 2 === 0) proxy.cut();
      await reserving.then(
        (held) => held.release(),
        (error) => expect(LOST).toContain(codeOf(error)),
      );
    }
    expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe("a URL with several hosts", () => {
  const real = () => new URL(process.env.DATABASE_URL as string).host;
  const closed = async () => `127.0.0.1:${await freePort()}`;
  const urlOf = (hosts: string[], wanted = "primary") => {
    const { username, password, pathname } = new URL(process.env.DATABASE_URL as string);
    return `postgres://${username}:${password}@${hosts.join(",")}${pathname}?target_session_attrs=${wanted}`;
  };
  const openOn = (...urlParts: Parameters<typeof urlOf>) => {
    const db = openDatabase(urlOf(...urlParts), { pool: 1 });
    onTestFinished(db.close);
    return db;
  };

  /** A host where a server answers each connection like this; it counts them. */
  const host = async (answer: (socket: Socket) => void) => {
    const own = { address: "", connections: 0 };
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      own.connections++;
      sockets.add(socket.on("error", () => {}));
      answer(socket);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    own.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return own;
  };
  const reset = (socket: Socket) => socket.resetAndDestroy();
  const startingUp = (socket: Socket) => {
    const fields = Buffer.from("SFATAL\0C57P03\0Mthe database system is starting up\0\0");
    const head = Buffer.from("E\0\0\0\0");
    head.writeUInt32BE(4 + fields.length, 1);
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  };

  /** What statements fail with, one after the other, in half a second. */
  const failures = async (db: Database) => {
    const found = { count: 0, codes: new Set<string>(), areUnavailable: true };
    for (const since = performance.now(); performance.now() - since < 500; found.count++) {
      const error = await db.sql`select 1`.then(
        () => new Error("it was answered"),
        (reason) => reason,
      );
      found.codes.add(codeOf(error));
      found.areUnavailable &&= isDatabaseUnavailable(error);
    }
    return found;
  };

  it("of which none can be reached: statements fail, and the hosts aren't tried without a pause", async () => {
    const { codes, areUnavailable } = await failures(openOn([await closed(), await closed()]));
    expect([[...codes], areUnavailable]).toEqual([["ECONNREFUSED"], true]);
    const [first, second] = [await host(reset), await host(reset)];
    const { count } = await failures(openOn([first.address, second.address]));
    expect(count).toBeLessThan(8);
    expect([first.connections, second.connections]).toEqual([count, count]);
  });

  it("of which none is what is asked for: statements fail as well, with pauses that grow", async () => {
    const { count, codes, areUnavailable } = await failures(openOn([real(), real()], "standby"));
    expect([[...codes], areUnavailable]).toEqual([["25006"], true]);
    expect(count).toBeLessThan(8);
  });

  it("one that fails the first question is passed over, and alone fails the statement with its words", async () => {
    const message = (kind: string, body: Buffer) => {
      const head = Buffer.from(`${kind}\0\0\0\0`);
      head.writeUInt32BE(4 + body.length, 1);
      return Buffer.concat([head, body]);
    };
    const ready = message("Z", Buffer.from("I"));
    const refused = message("E", Buffer.from("SERROR\0C0A000\0Mno such question\0\0"));
    const odd = await host((socket) => {
      socket.once("data", () => {
        socket.write(Buffer.concat([message("R", Buffer.alloc(4)), ready]));
        socket.on("data", () => socket.write(Buffer.concat([refused, ready])));
      });
    });
    for (const wanted of ["primary", "any"]) {
      expect(await openOn([odd.address], wanted).sql`select 1`.catch(codeOf)).toBe("0A000");
      expect([...(await openOn([odd.address, real()], wanted).sql`select 1 as one`)]).toEqual([{ one: 1 }]);
    }
  });

  it("listening goes on when one of them can be reached again", async () => {
    const own = new URL(proxy.url).host;
    const heard: (string | null)[] = [];
    const end = await listen(urlOf([await closed(), own]), "till_cuts", (payload) => heard.push(payload));
    onTestFinished(async () => {
      await end();
      await proxy.close();
    });
    await proxy.refuse();
    await setTimeout(300);
    await proxy.accept();
    await waitFor("listening to begin again", () => heard.length === 2);
    await database().sql`select pg_notify('till_cuts', 'news')`;
    await waitFor("a notification", () => heard.includes("news"));
  });

  it.each([
    ["is closed", undefined],
    ["resets connections", reset],
    ["is starting up", startingUp],
  ])("one that %s is passed over, and then only tried again if the other one is lost", async (_case, answer) => {
    const first = answer ? await host(answer) : { address: await closed(), connections: 1 };
    const db = openOn([first.address, new URL(proxy.url).host]);
    onTestFinished(() => proxy.close());
    const ask = async () => [...(await db.sql`select 1 as one`)];
    expect(await ask()).toEqual([{ one: 1 }]);
    for (let cut = 0; cut < 3; cut++) {
      proxy.cut();
      await waitFor("the statement to be answered", () => ask().catch(() => null));
    }
    expect(first.connections).toBe(1);
    await proxy.refuse();
    await expect(ask()).rejects.toSatisfy(isDatabaseUnavailable);
    await proxy.accept();
    expect(await waitFor("the answer", () => ask().catch(() => null))).toEqual([{ one: 1 }]);
  });

  it("one that doesn't answer costs a statement the time that a connection may take, and isn't its failure", async () => {
    const silent = await host(() => {});
    const sql = postgres(urlOf([silent.address, real()]), { max: 2, connect_timeout: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
    // a second connection begins with the host that answered
    await sql.begin(() => sql`select 1`);
    expect(silent.connections).toBe(1);
  });

  it("a pool that is closed meanwhile tries none of them again", async () => {
    const silent = await host(() => {});
    const other = await host(reset);
    const sql = postgres(urlOf([silent.address, other.address]), { max: 1, connect_timeout: 1 });
    const asked = sql`select 1`.catch(codeOf);
    await waitFor("the first one to be tried", () => silent.connections === 1);
    await sql.end({ timeout: 0 });
    expect(await asked).toBe("CONNECTION_DESTROYED");
    await setTimeout(1_500);
    expect(other.connections).toBe(0);
  });
});

describe("the driver's patches", () => {
  it("fit the version that they were written for, and stop a build with any other", () => {
    expect(() => patchedFiles("3.4.10", () => "")).toThrow(/3\.4\.9, but 3\.4\.10 is installed/);
    expect(() => patchedFiles("3.4.9", () => "something else")).toThrow(/applies 0 times instead of once/);
  });
});
