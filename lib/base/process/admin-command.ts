/** How an operator runs a command here: a release has no need of npm, and a container has none. */
export function adminCommand(name: string): string {
  return `${process.env.npm_execpath ? "npm run --silent admin --" : "node scripts/admin.mjs"} ${name}`;
}
