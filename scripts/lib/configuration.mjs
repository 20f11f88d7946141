/** docs/configuration.md, from the variables by topic (`VARIABLES` in lib/base/process/variables.ts). */
export function configurationPage(topics) {
  const tables = Object.entries(topics).map(([topic, variables]) => {
    const rows = Object.entries(variables).map(([name, schema]) => {
      const { description } = schema.meta();
      return `| \`${name}\` | ${shownDefault(schema)} | ${description} |`;
    });
    return [`## ${topic}`, "", "| Variable | Default | What it does |", "|---|---|---|", ...rows, ""].join("\n");
  });
  return [PAGE_INTRO, ...tables].join("\n");
}

/** .env.example, from the same. */
export function exampleFile(topics) {
  const chapters = Object.entries(topics).map(([topic, variables]) => {
    const entries = Object.entries(variables).map(([name, schema]) => {
      const { description, otherwise } = schema.meta();
      const text = otherwise ? `${asText(description)} Default: ${otherwise}.` : asText(description);
      return `${commented(text)}\n# ${name}=${literalDefault(schema) ?? ""}\n`;
    });
    return [`# --- ${topic} ${"-".repeat(WIDTH - topic.length - 7)}`, "", ...entries].join("\n");
  });
  return [EXAMPLE_INTRO, ...chapters].join("\n");
}

const WIDTH = 120;

const PAGE_INTRO = `# Configuration

Every variable is optional. Set variables in the environment or in a \`.env\` file: [.env.example](../.env.example) has them all to
copy from. Variables of the shell or the service manager override that file. An empty value counts as not set. If a value is
invalid, Till doesn't start and names the variable.

To read a value from a file, add \`_FILE\` to the name: \`DATABASE_URL_FILE=/run/secrets/database-url\`.

\`node scripts/configuration.mjs\` writes this page and \`.env.example\` from \`lib/base/process/variables.ts\`.
`;

const EXAMPLE_INTRO = `# Every variable with its default. All are optional: copy this file to .env and uncomment what you want to change.
# An empty value counts as not set. Variables from the shell or the service manager override this file.
# To read a value from a file, add _FILE to the name: DATABASE_URL_FILE=/run/secrets/database-url.
`;

/** The value that a variable has when it isn't set, as one would write it; null if it has none. */
function literalDefault(schema) {
  const value = schema.parse(undefined);
  return value === undefined || String(value) === "" ? null : String(value);
}

function shownDefault(schema) {
  const { otherwise } = schema.meta();
  if (!otherwise) return literalDefault(schema) === null ? "none" : `\`${literalDefault(schema)}\``;
  if (!otherwise.includes(" ")) return `\`${otherwise}\``;
  const isCode = /^[A-Z]+_[A-Z_]+$|^\/|\.json$/;
  return otherwise
    .split(" ")
    .map((word) => (isCode.test(word) ? `\`${word}\`` : word))
    .join(" ");
}

/** Markdown without its marks: a link becomes its words and its page. */
function asText(markdown) {
  return markdown.replaceAll("`", "").replace(/\[([^\][]{1,60})\]\(([a-z/]{1,60}\.md)[^)]{0,60}\)/g, "$1 (docs/$2)");
}

function commented(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (`# ${line} ${word}`.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => `# ${line}`).join("\n");
}
