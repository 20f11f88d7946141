import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { EnvSchema } from "@/lib/base/process/variables";
import { COMMANDS } from "@/scripts/admin/commands";

const read = (file: string) => readFileSync(file, "utf8");
const filesIn = (folder: string) => readdirSync(folder).map((name) => path.join(folder, name));

/** Ours, and of the images beside ours. */
const isKnown = (name: string) =>
  name.replace(/_FILE$/, "") in EnvSchema.shape || name === "NODE_ENV" || name.startsWith("POSTGRES_");

/** Every object in a document, however deep. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const one of value) yield* objectsIn(one);
  else if (value && typeof value === "object") {
    yield value as Record<string, unknown>;
    for (const one of Object.values(value)) yield* objectsIn(one);
  }
}

const compose = parse(read("compose.yaml"), { merge: true });
const manifests = filesIn("deploy/kubernetes").flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => ({ file, manifest: document.toJS() })),
);
const pods = manifests.flatMap(({ file, manifest }) => {
  const spec = manifest.spec?.template?.spec;
  return spec ? [{ file, spec, container: spec.containers[0] }] : [];
});

describe("the files for deployment", () => {
  it("set variables that exist", () => {
    const inCompose = Object.values<{ environment?: object }>(compose.services).flatMap((one) =>
      Object.keys(one.environment ?? {}),
    );
    const inManifests = manifests
      .flatMap(({ manifest }) => [...objectsIn(manifest)])
      .flatMap((object) => [
        ...(Array.isArray(object.env) ? object.env.map((one: { name: string }) => one.name) : []),
        ...(object.data && typeof object.data === "object" ? Object.keys(object.data) : []),
      ]);
    const inUnits = filesIn("deploy/systemd").flatMap((file) =>
      [...read(file).matchAll(/^Environment=(\w+)=/gm)].map(([, name = ""]) => name),
    );
    const inImage = [...read("Dockerfile").matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = ""]) => name);
    const args = ["NODE", "BASE"];
    for (const names of [inCompose, inManifests, inUnits, inImage]) {
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !isKnown(name) && !args.includes(name))).toEqual([]);
    }
  });

  it("install exactly what is locked, on any system", () => {
    // npm leaves out packages of other systems if it adds a package to an installation: then install anew, without
    // node_modules
    type Package = { optionalDependencies?: Record<string, string> };
    const packages: Record<string, Package> = JSON.parse(read("package-lock.json")).packages;
    const locked = new Set(Object.keys(packages).map((name) => name.replace(/^.*node_modules\//, "")));
    const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(optional.filter((name) => !locked.has(name))).toEqual([]);
    expect(read("Dockerfile")).toMatch(/^RUN npm ci /m);
  });

  it("call programs and operator's commands that exist, with their options", () => {
    const lines = [
      ...Object.values<{ command?: string[] }>(compose.services).map(({ command = [] }) => command.map(String)),
      ...pods.map(({ container }): string[] => container.command ?? []),
      ...filesIn("deploy/systemd").flatMap((file) =>
        [...read(file).matchAll(/^ExecStart=(.+)$/gm)].map(([, line = ""]) => line.split(" ")),
      ),
      JSON.parse(/^CMD (.+)$/m.exec(read("Dockerfile"))?.[1] ?? "[]") as string[],
    ].filter(([program]) => program?.endsWith("node"));
    expect(lines).toHaveLength(4);
    for (const [, script = ""] of lines) expect([script, existsSync(script)]).toEqual([script, true]);
    const commands = lines.filter(([, script]) => script === "scripts/admin.mjs").map((line) => line.slice(2));
    expect(commands.map(([name]) => name).sort()).toEqual(["backup", "migrate"]);
    for (const [name = "", ...options] of commands) {
      const known = Object.keys(COMMANDS[name]?.options ?? {});
      const given = options.filter((option) => option.startsWith("--")).map((option) => option.slice(2));
      expect([name, given.filter((option) => !known.includes(option))]).toEqual([name, []]);
    }
  });

  it("give every container of this service its settings, the address it is reached at, and a place for backups", () => {
    type Service = { image?: string; env_file?: object[]; environment: Record<string, string>; volumes?: string[] };
    const ours = Object.entries<Service>(compose.services).filter(([, { image }]) => image === "till");
    expect(ours.map(([name]) => name)).toEqual(["till", "web", "engine", "web-inngest"]);
    for (const [, { env_file: file, environment }] of ours) {
      expect(file).toEqual([{ path: ".env", required: false }]);
      expect(environment).toMatchObject({ HOST: "0.0.0.0", PORT: "3000", DATA_DIR: "/data" });
    }
    const mounts = (volume: string) => ours.filter(([, one]) => one.volumes?.includes(volume)).map(([name]) => name);
    expect(mounts("backups:/backups")).toEqual(["till", "engine", "web-inngest"]);
    // two PostgreSQL servers must never start on one folder
    expect(mounts("data:/data")).toEqual(["till"]);
    expect(read("Dockerfile")).toContain("/data /backups && chown 10001:10001 /data /backups");
  });

  it("run as an account that the image knows, since initdb looks it up and not every engine adds it", () => {
    const [, user = ""] = /^USER (\d+):\1$/m.exec(read("Dockerfile")) ?? [];
    expect(user).toBe("10001");
    expect(read("Dockerfile")).toMatch(
      new RegExp(`^RUN groupadd --gid ${user} (\\w+) && useradd --uid ${user} --gid ${user} .* \\1$`, "m"),
    );
  });

  it("make secrets that no other account of the machine can read", () => {
    const [, block = ""] = /```sh\n(umask 077[\s\S]+?)```/.exec(read("docs/operations/install.md")) ?? [];
    const folder = mkdtempSync(path.join(tmpdir(), "till-secrets-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(spawnSync("sh", ["-c", `umask 022\n${block}`], { cwd: folder }).status).toBe(0);
    const secrets = path.join(folder, "deploy/secrets");
    expect((statSync(secrets).mode & 0o777).toString(8)).toBe("700");
    expect(readdirSync(secrets).sort()).toEqual(Object.keys(compose.secrets).sort());
  });

  it("pass no secret as an argument, which every account of the machine can read", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "till-arguments-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const printer = `#!/bin/sh\necho "$@"\necho "$INNGEST_EVENT_KEY $INNGEST_SIGNING_KEY"\n`;
    writeFileSync(path.join(folder, "inngest"), printer, { mode: 0o755 });
    const secrets = Object.keys(compose.secrets);
    for (const name of secrets) writeFileSync(path.join(folder, name), `secret-${name}\n`);
    const { entrypoint, command } = compose.services.inngest;
    const [shell, ...args] = [...entrypoint, ...command].map((one: string) =>
      one.replaceAll("/run/secrets", folder).replaceAll("$$", "$"),
    );
    const run = spawnSync(shell as string, args, {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      encoding: "utf8",
    });
    const [given, environment] = run.stdout.trim().split("\n");
    expect(given).toMatch(/^start --sqlite-dir \S+ --sdk-url \S+$/);
    expect(environment).toBe("secret-inngest_event_key secret-inngest_signing_key");
    const lines = Object.values<{ command?: string[] }>(compose.services).flatMap(({ command: own = [] }) => own);
    expect(lines.filter((line) => /--\S+[ =]"?\$\$?\(/.test(line))).toEqual([]);
  });

  it("hide no process from an operator's command that could start the database a second time", () => {
    expect(read("deploy/systemd/till-backup.service")).not.toMatch(/^(PrivateUsers|PrivateIPC|ProtectProc)=/m);
  });

  it("can migrate for one upgrade after another", () => {
    const job = manifests.find(({ manifest }) => manifest.kind === "Job")?.manifest;
    expect([job.metadata.name, job.metadata.generateName]).toEqual([undefined, "till-migrate-"]);
  });

  it("give pods no more rights than they need, and probes that this service answers", () => {
    expect(pods.map(({ file }) => path.basename(file)).sort()).toEqual(["engine.yaml", "migrate.yaml", "web.yaml"]);
    for (const { spec, container } of pods) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      const mounts = container.volumeMounts.map((mount: { name: string }) => mount.name);
      expect(spec.volumes.map((volume: { name: string }) => volume.name)).toEqual(mounts);
    }
    const serving = pods.filter(({ spec }) => spec.restartPolicy !== "Never").map(({ container }) => container);
    expect(serving).toHaveLength(2);
    for (const { startupProbe, livenessProbe, readinessProbe } of serving) {
      const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet.path);
      // a database that is away must not restart every process
      expect(paths).toEqual(["/api/health/live", "/api/health/live", "/api/health/ready"]);
      for (const route of paths) expect([route, existsSync(`app${route}/route.ts`)]).toEqual([route, true]);
    }
  });

  it("mount every secret that they name, and no other", () => {
    const declared = Object.keys(compose.secrets).sort();
    const services = Object.values<{ secrets?: string[]; environment?: object; command?: string[] }>(compose.services);
    const used = new Set(services.flatMap((one) => one.secrets ?? []));
    expect([...used].sort()).toEqual(declared);
    for (const one of services) {
      const named = JSON.stringify(one).matchAll(/\/run\/secrets\/(\w+)/g);
      expect([...(one.secrets ?? [])].sort()).toEqual([...new Set([...named].map(([, name]) => name))].sort());
    }
  });

  it("watch metrics that this service has", () => {
    const source = ["lib/base/process/metrics.ts", "lib/service/jobs/collect-metrics.ts"].map(read).join("");
    const known = new Set([...source.matchAll(/"(till_\w+)"/g)].map(([, name = ""]) => name));
    expect(known.size).toBeGreaterThan(10);
    const watched = ["alerts.yml", "grafana.json"].map((name) => read(`deploy/monitoring/${name}`)).join("");
    const used = new Set(
      [...watched.matchAll(/\btill_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")),
    );
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
    const rules = parse(read("deploy/monitoring/alerts.yml")).groups[0].rules as {
      alert: string;
      annotations: object;
    }[];
    expect(new Set(rules.map((rule) => rule.alert)).size).toBe(rules.length);
    for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(["summary", "description"]);
  });

  it.skipIf(spawnSync("promtool", ["--version"]).error)("raise each alert in time, as promtool sees it", () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "tests/support/alerts.test.yml"]);
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("SUCCESS")]);
    const config = spawnSync("promtool", ["check", "config", "--syntax-only", "deploy/monitoring/prometheus.yml"]);
    expect([config.status, String(config.stderr)]).toEqual([0, ""]);
  });
});
