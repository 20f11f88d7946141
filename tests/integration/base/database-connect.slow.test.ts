import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { connect } from "@/lib/base/db/connect";
import { explainFaults } from "@/lib/base/db/describe-fault";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { migrateDatabase, requireSchema } from "@/lib/base/db/migrate";
import { EnvError } from "@/lib/base/process/env";
import { restoreBackup } from "@/lib/service/backup/restore";
import { writeBackup } from "@/lib/service/backup/write";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { ctx, emptyDatabase, migrations, newFolder, rowsOf } from "@/tests/support/backups";
import { hostileDatabase } from "@/tests/support/hostile-database";
import { SELF_SIGNED } from "@/tests/support/self-signed";
import { quitPostgres } from "@/tests/support/service";

const own = () => new URL(process.env.DATABASE_URL as string);

const changed = (parts: Partial<URL>): string => Object.assign(own(), parts).href;

async function ask(url: string, statement = "select 1 as one") {
  const sql = connect(url, { max: 1 });
  onTestFinished(() => sql.end({ timeout: 0 }));
  return [...(await sql.unsafe(statement))];
}

describe("a database that can't be used is named in a sentence", () => {
  const refusal = (url: string, run = migrateDatabase) =>
    explainFaults("DATABASE_URL", () => run(url, migrations)).then(
      () => new Error("it was used"),
      (error) => error,
    );

  it.each([
    [
      "a wrong password",
      async () => changed({ password: "wrong" }),
      /^DATABASE_URL: the login is refused \(.*\)\. Correct the user name and password\.$/,
    ],
    [
      "a role that isn't there",
      async () => changed({ username: "nobody_here" }),
      /^DATABASE_URL: the login is refused/,
    ],
    [
      "a database that isn't there",
      async () => changed({ pathname: "/no_such" }),
      /^DATABASE_URL: the database isn't there \(.*no_such.*\)\. Create it/,
    ],
    [
      "a closed port",
      async () => `postgres://till@127.0.0.1:${await freePort()}/till`,
      /^DATABASE_URL: no database accepts connections at 127\.0\.0\.1:\d+\. Start it/,
    ],
    [
      "a closed port of a name",
      async () => `postgres://till@localhost:${await freePort()}/till`,
      /^DATABASE_URL: no database accepts connections at \S+:\d+\./,
    ],
    [
      "a host that isn't known",
      async () => "postgres://till@db.invalid/till",
      /^DATABASE_URL: the host at db\.invalid (isn't known|can't be looked up)/,
    ],
    [
      "a socket that isn't there",
      async () => "postgres:///till?host=/no/such/folder",
      /^DATABASE_URL: there is no Unix socket at \/no\/such\/folder\/\.s\.PGSQL\.5432\./,
    ],
    [
      "TLS that isn't offered",
      async () => `${own().href}?sslmode=require`,
      /^DATABASE_URL: sslmode asks for TLS, but 127\.0\.0\.1 offers no TLS\./,
    ],
  ])("%s", async (_case, url, words) => {
    for (const run of [migrateDatabase, requireSchema]) {
      const error = await refusal(await url(), run);
      expect(error).toBeInstanceOf(EnvError);
      expect(error.message).toMatch(words);
      expect(error.message).not.toContain("\n");
    }
  });

  it("an encoding that isn't UTF-8", async () => {
    const admin = postgres(process.env.DATABASE_URL as string, { max: 1, onnotice: () => {} });
    await admin`create database latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' locale_provider libc template template0`;
    onTestFinished(async () => {
      await admin`drop database latin with (force)`;
      await admin.end();
    });
    const error = await refusal(changed({ pathname: "/latin" }));
    expect(error.message).toMatch(
      /latin has the encoding LATIN1.* Till needs UTF8.* encoding 'UTF8' template template0;$/,
    );
  });

  it("the rights that a role lacks, as the statements that grant them", async () => {
    const { url, role, name } = await hostileDatabase({}, []);
    const admin = postgres(changed({ pathname: `/${name}` }), { max: 1, onnotice: () => {} });
    onTestFinished(() => admin.end());
    await admin.unsafe(
      `revoke create on database ${name} from ${role}; revoke all on schema public from ${role}, public`,
    );
    const create = `grant create on database ${name} to ${role}; grant usage, create on schema public to ${role};`;
    const error = await refusal(url);
    expect(error.message).toContain(`The role ${role} lacks rights in the database ${name}.`);
    expect(error.message).toMatch(new RegExp(`run there: ${create}$`));
    await admin.unsafe(create);
    await explainFaults("DATABASE_URL", () => migrateDatabase(url, migrations));

    // made by one role, used by another, as after a restore by an administrator
    await admin.unsafe(`alter table events owner to ${own().username}`);
    expect((await refusal(url, requireSchema)).message).toMatch(
      /may not use the table events\. .* grant select, insert, update/,
    );
    await admin.unsafe(`revoke usage on schema drizzle from ${role}; alter schema drizzle owner to ${own().username}`);
    expect((await refusal(url, requireSchema)).message).toContain(`grant usage on schema drizzle to ${role};`);
  });
});

describe("TLS to the database", () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let ca: string;
  const at = (host: string, parameters: string) => {
    const { username, password, port, pathname } = new URL(server.url);
    return `postgres://${username}:${password}@${host}:${port}${pathname}?${parameters}`;
  };
  const encryption = (host: string, parameters: string) =>
    ask(at(host, parameters), "select ssl from pg_stat_ssl where pid = pg_backend_pid()");

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "till tls "));
    chmodSync(folder, 0o755);
    server = await startEmbeddedPostgres({ dataDir: folder, supervise: false });
    const { uid, gid } = statSync(path.join(folder, "postgres"));
    ca = path.join(folder, "postgres/server.crt");
    for (const [name, content] of [
      ["server.crt", SELF_SIGNED.cert],
      ["server.key", SELF_SIGNED.key],
    ] as const) {
      writeFileSync(path.join(folder, "postgres", name), content, { mode: 0o600 });
      chownSync(path.join(folder, "postgres", name), uid, gid);
    }
    const sql = postgres(server.url, { max: 1 });
    await sql`alter system set ssl = on`;
    await sql`select pg_reload_conf()`;
    await sql.end();
    return async () => {
      await quitPostgres(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    };
  });

  it("is used where the server offers it, and checked by an authority of one's own", async () => {
    const root = `sslrootcert=${encodeURIComponent(ca)}`;
    for (const [host, parameters] of [
      ["127.0.0.1", ""],
      ["127.0.0.1", "sslmode=require"],
      ["127.0.0.1", `sslmode=verify-full&${root}`],
      ["localhost", `sslmode=verify-full&${root}`],
      ["localhost", `sslmode=verify-ca&${root}`],
      ["shop.test", `sslmode=verify-full&${root}&hostaddr=127.0.0.1`],
      ["other.test", `sslmode=verify-ca&${root}&hostaddr=127.0.0.1`],
    ] as const) {
      expect(await encryption(host, parameters), `${host} ${parameters}`).toEqual([{ ssl: true }]);
    }
    expect(await encryption("127.0.0.1", "sslmode=disable")).toEqual([{ ssl: false }]);
  });

  it.each([
    ["127.0.0.1", () => "sslmode=verify-full", /^DATABASE_URL: the server's certificate isn't trusted/],
    ["127.0.0.1", () => "sslrootcert=system", /^DATABASE_URL: the server's certificate isn't trusted/],
    [
      "other.test",
      () => `sslmode=verify-full&hostaddr=127.0.0.1&sslrootcert=${encodeURIComponent(ca)}`,
      /^DATABASE_URL: the server's certificate is for another name/,
    ],
  ])("of %s is refused in words", async (host, parameters, words) => {
    await expect(explainFaults("DATABASE_URL", () => encryption(host, parameters()))).rejects.toThrow(words);
  });
});

describe("a restore", () => {
  it("takes a database with an extension's view and table in its schema, and leaves them there", async () => {
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    const target = await emptyDatabase();
    await target.sql.unsafe(`create view statistics as select 1 as one; create table projections (id int primary key);
      create function measure() returns int language sql as 'select 1';
      alter extension plpgsql add view statistics; alter extension plpgsql add table projections;
      alter extension plpgsql add function measure()`);
    await restoreBackup(target.url, { from: folder, migrations });
    expect(await target.sql`select one from statistics`).toEqual([{ one: 1 }]);
    const db = connect(target.url, { max: 2 });
    onTestFinished(() => db.end());
    expect(Object.keys(await rowsOf(db))).toContain("projections");
  });

  it("says what it found in a database that isn't empty", async () => {
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    const target = await emptyDatabase();
    await target.sql.unsafe("create table orders (id serial); create view open_orders as select 1 as one");
    await expect(restoreBackup(target.url, { from: folder, migrations })).rejects.toThrow(
      /is not empty.* It has: view open_orders, table orders, sequence orders_id_seq\.$/,
    );
  });
});
