import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type DatabaseAddress, DatabaseUrlError, readDatabaseUrl } from "@/lib/base/process/database-url";
import { parseEnv } from "@/lib/base/process/env";
import { SELF_SIGNED } from "@/tests/support/self-signed";

const read = (url: string, environment = {}) => readDatabaseUrl(url, environment);
const hostsOf = ({ hosts }: DatabaseAddress) => hosts.map(({ host, port }) => `${host} ${port}`);

function sentenceOf(url: string): string {
  try {
    parseEnv({ DATABASE_URL: url });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

function file(content: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "till-url-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = path.join(folder, "file.pem");
  writeFileSync(name, content);
  return name;
}

describe("a connection URL", () => {
  it.each([
    ["postgres://till:p%40ss@db.example:6000/shop", ["db.example 6000"], "till", "p@ss", "shop"],
    ["postgresql://till@db.example", ["db.example 5432"], "till", "", "till"],
    ["postgres://till:a:b#c@db.example/shop", ["db.example 5432"], "till", "a:b#c", "shop"],
    ["postgres://till@[::1]:6000/shop", ["::1 6000"], "till", "", "shop"],
    ["postgres://till@a.example:1,b.example:2,c.example/shop", ["a.example 1", "b.example 2", "c.example 5432"]],
    ["postgres:///shop?host=a.example,b.example&port=6000&user=till&password=x", ["a.example 6000", "b.example 6000"]],
    ["postgres://till@a.example/shop?host=b.example&dbname=other", ["b.example 5432"], "till", "", "other"],
    ["postgres://till@db.example/shop?hostaddr=127.0.0.1", ["127.0.0.1 5432"]],
    ["postgres://till@:6000/shop?host=localhost", ["localhost 6000"]],
  ])("%s", (url, hosts, ...rest) => {
    const found = read(url);
    expect(hostsOf(found)).toEqual(hosts);
    expect([found.user, found.password, found.database].slice(0, rest.length)).toEqual(rest);
    expect(found.socket).toBeNull();
  });

  it.each([
    ["postgres:///shop?host=/var/run/postgresql", "/var/run/postgresql/.s.PGSQL.5432"],
    ["postgres://till@/shop?host=/run/pg/&port=6000", "/run/pg/.s.PGSQL.6000"],
    ["postgres://till@%2Frun%2Fpg/shop", "/run/pg/.s.PGSQL.5432"],
    ["postgres://till@%2Frun%2Fpg:6000/shop?sslmode=require", "/run/pg/.s.PGSQL.6000"],
    ["postgres://till@localhost:6000/shop?host=%2Fa%20b", "/a b/.s.PGSQL.6000"],
    ["postgres://till@localhost/shop?host=/a+b", "/a+b/.s.PGSQL.5432"],
  ])("of a Unix socket: %s", (url, socket) => {
    const found = read(url);
    expect([found.socket, found.database, found.tls]).toEqual([socket, "shop", false]);
  });

  it("leaves what it doesn't say to libpq's variables", () => {
    const environment = { PGHOST: "a.example", PGPORT: "6000", PGUSER: "till", PGPASSWORD: "x", PGSSLMODE: "disable" };
    const found = read("postgres:///shop", environment);
    expect([hostsOf(found), found.user, found.password, found.tls]).toEqual([["a.example 6000"], "till", "x", false]);
    expect(hostsOf(read("postgres://b.example:1/shop", environment))).toEqual(["b.example 1"]);
  });

  it.each([
    ["", "prefer"],
    ["sslmode=disable", false],
    ["sslmode=allow", "prefer"],
    ["sslmode=prefer", "prefer"],
    ["ssl=false", false],
    ["ssl=true", { rejectUnauthorized: false }],
    ["sslmode=require", { rejectUnauthorized: false }],
    ["sslmode=no-verify", { rejectUnauthorized: false }],
    ["requiressl=1", { rejectUnauthorized: false }],
    ["sslmode=verify-full", {}],
    ["sslrootcert=system", {}],
    ["sslmode=verify-full&ssl_min_protocol_version=TLSv1.3", { minVersion: "TLSv1.3" }],
    ["sslmode=verify-full&hostaddr=10.0.0.7", { servername: "db.example" }],
    ["sslmode=verify-full&sslsni=0", { servername: "" }],
  ])("asks for TLS: %s", (parameters, tls) => {
    const found = read(`postgres://till@db.example/shop?${parameters}`).tls;
    expect(typeof found === "object" ? { ...found, checkServerIdentity: undefined } : found).toEqual(
      typeof tls === "object" ? { ...tls, checkServerIdentity: undefined } : tls,
    );
    const checksName = typeof found === "object" && !found.checkServerIdentity;
    expect(checksName).toBe(/verify-full|system/.test(parameters));
  });

  it("with an authority of its own checks the certificate, and with a client's shows it", () => {
    const [ca, key] = [file(SELF_SIGNED.cert), file(SELF_SIGNED.key)];
    const tlsOf = (parameters: string) => read(`postgres://till@db.example/shop?${parameters}`).tls;
    for (const mode of ["", "sslmode=prefer&", "sslmode=require&", "sslmode=verify-ca&"]) {
      expect(tlsOf(`${mode}sslrootcert=${ca}`)).toEqual({
        ca: SELF_SIGNED.cert,
        checkServerIdentity: expect.any(Function),
      });
    }
    expect(tlsOf(`sslmode=verify-full&sslrootcert=${ca}`)).toEqual({ ca: SELF_SIGNED.cert });
    expect(tlsOf(`sslmode=verify-full&sslcert=${ca}&sslkey=${key}&sslpassword=x`)).toEqual({
      cert: SELF_SIGNED.cert,
      key: SELF_SIGNED.key,
      passphrase: "x",
    });
  });

  it.each([
    ["sslmode=require&channel_binding=require", ["channel_binding"]],
    ["sslmode=require&channel_binding=prefer", []],
    ["pgbouncer=true&connection_limit=1&pool_timeout=0&schema=public", ["pgbouncer", "connection_limit"]],
    ["supa=base-pooler.x&workaround=supabase-pooler.vercel", ["supa", "workaround"]],
    ["serverVersion=16&charset=utf8", ["serverversion", "charset"]],
    ["application_name=x&connect_timeout=10&keepalives=1&gssencmode=prefer", ["application_name", "gssencmode"]],
    ["options=endpoint%3Dep-cool-1", []],
    ["target_session_attrs=any&sslmode=", []],
  ])("of a hoster is used: %s", (parameters, ignored) => {
    expect(read(`postgres://till@db.example/shop?${parameters}`).ignored).toEqual(expect.arrayContaining(ignored));
  });

  it.each([
    ["mysql://x", /^must be a URL that starts with postgres:/],
    ["jdbc:postgresql://x/y", /^must be a URL that starts with postgres:/],
    ["postgres://till:50%@x/y", /^has a % that begins no code/],
    ["postgres://x:port/y", /^has the port port/],
    ["postgres://x:70000/y", /^has the port 70000/],
    ["postgres://a,b/y?port=1,2,3", /^has 3 ports for 2 hosts/],
    ["postgres://::1/y", /^names the host ::1\. Put an IPv6 address in brackets/],
    ["postgres:///y?host=/a,/b", /^names a Unix socket beside another host/],
    ["postgres://x/y?sslmode=on", /^has sslmode=on\. Use one of disable, allow/],
    ["postgres://x/y?target_session_attrs=leader", /^has target_session_attrs=leader/],
    ["postgres://x/y?ssl_min_protocol_version=3", /^has ssl_min_protocol_version=3/],
    ["postgres://x/y?sslrootcert=/no/such/file", /^names a file by sslrootcert that can't be read/],
    ["postgres://x/y?sslmode=require&sslrootcert=system", /^has sslrootcert=system, which needs/],
    ["postgres://x/y?sslcert=/a", /^has sslcert without sslkey/],
    ["postgres://x/y?sslnegotiation=direct", /^has sslnegotiation=direct, which needs/],
    ["postgres://x/y?schema=shop", /^names the schema shop/],
    ["postgres://x/y?options=-c%20search_path%3Dshop", /^sets search_path to shop/],
    ["postgres://x/y?gssencmode=require", /^has gssencmode=require, which Till can't do/],
    ["postgres://x/y?sslmode=require&sslaccept=strict", /^has sslaccept=strict\. Write sslmode=verify-full/],
    ["postgres://x/y?passfile=/x", /^has the parameter passfile, which Till doesn't know/],
    ["postgres://x/y?shard=1", /^has the parameter shard, which Till doesn't know/],
  ])("%s is refused in words", (url, words) => {
    expect(() => read(url)).toThrow(DatabaseUrlError);
    expect(() => read(url)).toThrow(words);
    const sentence = sentenceOf(url);
    expect(sentence).toMatch(/^DATABASE_URL (must|has|names|sets) .+[.]$/);
    expect(sentence).not.toContain(url);
  });
});
