import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { askSecret } from "@/scripts/admin/ask-secret";
import { COMMANDS } from "@/scripts/admin/commands";
import { readOptions } from "@/scripts/admin/read-options";

const PASSWORD = "a long pass phrase";
const command = COMMANDS["create-merchant"] as (typeof COMMANDS)[string];
const ALL = ["--name", "Shop", "--email", "a@shop.example", "--terminal", "Till 1"];

function fileWith(content: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "till-options-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "password"), content);
  return path.join(folder, "password");
}

/** The options, or what is wrong with them; `typed`: what a person types when asked, and the questions. */
function read(args: string[], typed: string | null = null) {
  const asked: string[] = [];
  const ask = (label: string) => {
    asked.push(label);
    return Promise.resolve(typed ?? "");
  };
  const reading = readOptions(command, args, { root: "/", ask: typed === null ? null : ask });
  return reading.then(
    ({ password }) => ({ password, asked }),
    ({ message }) => ({ message, asked }),
  );
}

describe("the password of a new business's owner", () => {
  it.each([PASSWORD, `${PASSWORD}\n`, `${PASSWORD}\r\n`])("comes from a file with %j", async (content) => {
    expect(await read([...ALL, "--password-file", fileWith(content)])).toEqual({ password: PASSWORD, asked: [] });
  });

  it("is asked for on a terminal, once everything else is right", async () => {
    expect(await read(ALL, PASSWORD)).toEqual({ password: PASSWORD, asked: ["Password"] });
    expect(await read(ALL.slice(2), PASSWORD)).toEqual({
      message: "--name is missing\n--password is missing",
      asked: [],
    });
    expect(await read(ALL, "short")).toEqual({
      message: expect.stringMatching(/^--password: must have/),
      asked: ["Password"],
    });
  });

  it("is still taken from an option, and missing where no one can be asked", async () => {
    expect(await read([...ALL, "--password", PASSWORD], "other")).toEqual({ password: PASSWORD, asked: [] });
    expect(await read(ALL)).toEqual({ message: "--password is missing", asked: [] });
  });

  it("is refused twice, too short in a file, and in a file that isn't there", async () => {
    const both = await read([...ALL, "--password", PASSWORD, "--password-file", fileWith(PASSWORD)]);
    expect(both).toEqual({ message: "Give --password or --password-file, not both.", asked: [] });
    const short = await read([...ALL, "--password-file", fileWith("short")]);
    expect(short).toEqual({ message: expect.stringMatching(/^--password: must have at least/), asked: [] });
    const missing = await read([...ALL, "--password-file", "/nowhere/at/all"]);
    expect(missing).toEqual({ message: expect.stringMatching(/^--password-file can't be read: ENOENT/), asked: [] });
  });
});

describe("a secret that is typed", () => {
  async function type(keys: string, signal = new AbortController().signal) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const answer = askSecret("Password", { input, output }, signal).catch((error) => error.message);
    input.end(keys);
    const secret = await answer;
    output.end();
    return { secret, shown: await text(output) };
  }

  it("is taken if it is the same twice, and shown nowhere", async () => {
    const shown = "Password: \nPassword again: \n";
    expect(await type("four words é\nfour words é\n")).toEqual({ secret: "four words é", shown });
    expect(await type("four wrods\u007f\u007f\u007f\u007f\u007frods\rfour rods\r")).toEqual({
      secret: "four rods",
      shown,
    });
    expect(await type("one word\nanother\n")).toEqual({
      secret: "The two passwords differ. Run the command again.",
      shown,
    });
  });

  it("is none at the end of the input, and after Ctrl-C", async () => {
    expect((await type("")).secret).toBe("No password was entered.");
    expect((await type("one word\n")).secret).toBe("No password was entered.");
    const stopped = AbortSignal.abort(new Error("Interrupted by SIGINT."));
    expect((await type("one word\none word\n", stopped)).secret).toBe("Interrupted by SIGINT.");
  });
});
