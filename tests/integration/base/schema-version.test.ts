import { expect, it } from "vitest";
import journal from "@/drizzle/migrations/meta/_journal.json";
import { database } from "@/lib/base/db/client";
import { migrateDatabase, requireSchema } from "@/lib/base/db/migrate";
import { EnvError } from "@/lib/base/process/env";
import { emptyDatabase, withMigration } from "@/tests/support/backups";

const url = () => process.env.DATABASE_URL as string;
const FOLDER = "drizzle/migrations";
const last = journal.entries.at(-1);

it("a schema that a newer version has made is refused by start and commands, with both newest migrations named", async () => {
  const newer = (last?.when ?? 0) + 86_400_000;
  await database().sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${newer})`;
  for (const run of [migrateDatabase, requireSchema]) {
    const refused = await run(url(), FOLDER).catch((error) => error);
    expect(refused).toBeInstanceOf(EnvError);
    expect(refused.message).toContain(`This version's latest migration is ${last?.tag}`);
    expect(refused.message).toContain(`the database's is from ${new Date(newer).toISOString()}`);
  }
  await database().sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`;
  await requireSchema(url(), FOLDER);
});

it("a command refuses an older schema and changes nothing", async () => {
  const [row] = await database().sql`
    delete from drizzle.__drizzle_migrations where created_at = ${last?.when ?? 0} returning hash, created_at`;
  await expect(requireSchema(url(), FOLDER)).rejects.toThrow(/is missing 1 migration of this version/);
  const [found] = await database().sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;
  expect(found?.newest).toBe(journal.entries.at(-2)?.when);
  await database().sql`insert into drizzle.__drizzle_migrations ${database().sql(row ?? {})}`;
});

it("a migration takes as long as it has to, whatever limit statements have otherwise", async () => {
  const target = await emptyDatabase();
  await database().sql.unsafe(
    `alter database ${new URL(target.url).pathname.slice(1)} set statement_timeout = '10min'`,
  );
  const folder = withMigration(
    `do $$ begin
       if current_setting('statement_timeout') <> '0' then raise 'limited'; end if;
       if current_setting('tcp_keepalives_idle') <> '30' then raise 'holds its lock for hours if its machine vanishes'; end if;
     end $$`,
  );
  await expect(migrateDatabase(target.url, folder)).resolves.toBeUndefined();
});
