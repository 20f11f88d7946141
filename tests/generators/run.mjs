// Generates clients from the openapi.json of the service at TILL_TEST_URL with the tools that developers use, and
// compiles what they generate. The tools are in TILL_GENERATORS, where .ci/run installs them; what is missing there is
// skipped loudly.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const tools = process.env.TILL_GENERATORS ?? "";
const out = path.join(process.env.TILL_TEST_TMP ?? "", "generated");
const description = path.join(out, "openapi.json");
const tsc = path.resolve(import.meta.dirname, "../../node_modules/.bin/tsc");
const [generator, pythonClient, python] = ["openapi-generator-cli", "openapi-python-client", "python"].map((name) =>
  path.join(tools, "python/bin", name),
);
const [oapi, ogen, typescript, jars, goModule] = [
  "go/bin/oapi-codegen",
  "go/bin/ogen",
  "npm/node_modules/.bin/openapi-typescript",
  "java",
  "go/module",
].map((name) => path.join(tools, name));

// for the formatter that openapi-python-client calls
const env = { ...process.env, PATH: `${path.join(tools, "python/bin")}:${process.env.PATH}` };

/** By `openapi-generator`: its `-g`, further options. */
const byGenerator = (language, ...options) => [
  generator,
  "generate",
  "-i",
  description,
  "-g",
  language,
  "-o",
  ".",
  "--global-property",
  "apiTests=false,modelTests=false",
  ...options,
];

const IMPORT_ALL =
  "import importlib, pkgutil, sys; sys.path.insert(0, '.'); p = importlib.import_module(sys.argv[1]); " +
  "[importlib.import_module(m.name) for m in pkgutil.walk_packages(p.__path__, p.__name__ + '.')]";
const PARSE_ALL =
  "foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($argv[1])) as $file)" +
  " if ($file->getExtension() === 'php') token_get_all(file_get_contents($file), TOKEN_PARSE);";
const USAGE = `import type { paths, webhooks } from "./till";
type Create = paths["/create-payment-intent"]["post"];
type Body = Create["requestBody"]["content"]["application/json"];
const bodies: Body[] = [{ amount_usdt: 12.5 }, { amount: "24.90", currency: "EUR" }];
type Created = Create["responses"]["200"]["content"]["application/json"];
export const rateOf = ({ intent: { quote } }: Created): string | null => quote && quote.rate;
type Paid = NonNullable<webhooks["payment.success"]["post"]["requestBody"]>["content"]["application/json"];
export const amountOf = (paid: Paid): number => paid.amount + (bodies[0]?.amount_usdt ?? 0);
`;

/** `needs`: the files and programs without which it is skipped. `steps`: commands, run in a folder of its own. */
const CLIENTS = [
  {
    name: "openapi-generator finds nothing to complain of",
    needs: [generator],
    steps: [[generator, "validate", "-i", description]],
  },
  {
    name: "Java by openapi-generator",
    needs: [generator, jars, "javac"],
    steps: [
      byGenerator("java", "--library", "native", "--additional-properties=useJakartaEe=true"),
      ["sh", "-c", `javac -nowarn -d classes -cp '${jars}/*' $(find src/main -name '*.java')`],
    ],
  },
  {
    name: "PHP by openapi-generator",
    needs: [generator, "php"],
    steps: [byGenerator("php"), ["php", "-r", PARSE_ALL, "lib"]],
  },
  {
    name: "Python by openapi-generator",
    needs: [generator, python],
    // the package; what the generator makes of webhooks isn't part of it
    steps: [byGenerator("python"), [python, "-B", "-c", "import openapi_client"]],
  },
  {
    name: "Python by openapi-python-client",
    needs: [pythonClient, python],
    steps: [
      [
        pythonClient,
        "generate",
        "--path",
        description,
        "--output-path",
        "client",
        "--meta",
        "none",
        "--fail-on-warning",
      ],
      [python, "-B", "-c", IMPORT_ALL, "client"],
    ],
  },
  {
    name: "TypeScript by openapi-typescript",
    needs: [typescript],
    files: { "usage.ts": USAGE },
    steps: [
      [typescript, description, "-o", "till.d.ts"],
      [tsc, "--strict", "--noEmit", "--ignoreConfig", "usage.ts", "till.d.ts"],
    ],
  },
  {
    name: "Go by openapi-generator",
    needs: [generator, "go"],
    steps: [byGenerator("go", "--package-name", "till"), ["go", "build", "./..."]],
  },
  {
    name: "Go by oapi-codegen",
    needs: [oapi, goModule, "go"],
    from: goModule,
    steps: [
      [oapi, "-generate", "types,client", "-package", "till", "-o", "till.go", description],
      ["go", "build", "-mod=mod", "./..."],
    ],
  },
  {
    name: "Go by ogen",
    needs: [ogen, goModule, "go"],
    from: goModule,
    steps: [
      [ogen, "--target", "till", "--clean", description],
      ["go", "build", "-mod=mod", "./..."],
    ],
  },
  { name: "Rust by openapi-generator, not compiled", needs: [generator], steps: [byGenerator("rust")] },
];

const total = { passed: 0, failed: 0, skipped: 0 };
mkdirSync(out, { recursive: true });
const answer = await fetch(`${process.env.TILL_TEST_URL}/api/v1/openapi.json`);
writeFileSync(description, await answer.text());
for (const client of CLIENTS) total[runClient(client)] += 1;
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

function runClient({ name, needs, from, files = {}, steps }) {
  const missing = needs.find((need) => !isThere(need));
  if (missing) {
    console.warn(`\n*** ${missing} is missing: ${name} is NOT tested ***\n`);
    return "skipped";
  }
  const folder = path.join(out, name.replaceAll(/\W+/g, "-"));
  if (from) cpSync(from, folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  for (const [command, ...args] of steps) {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", env });
    if (status === 0) continue;
    console.log(
      `FAIL  ${name}: ${path.basename(command)}\n${String(stdout).slice(-4_000)}${String(stderr).slice(-4_000)}`,
    );
    return "failed";
  }
  console.log(`ok    ${name}, ${readdirSync(folder, { recursive: true }).length} files`);
  return "passed";
}

function isThere(need) {
  if (path.isAbsolute(need)) return tools !== "" && existsSync(need);
  return spawnSync("sh", ["-c", 'command -v "$1"', "sh", need], { stdio: "ignore" }).status === 0;
}
