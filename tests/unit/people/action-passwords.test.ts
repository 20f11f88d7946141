import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ACTION = /export const (\w+) = (?:member|user)Action\(\s*\{(.*?)\},\s/gs;
const RULE = /password: (.*?)(?:,\s*$|\s*$)/;

/** The actions that ask for the password, and where. No other action asks. */
const ASKING: Record<string, string> = {
  changeEmail: "true",
  changePassword: "true",
  beginAuthenticator: "true",
  removeAuthenticator: "true",
  replaceRecoveryCodes: "true",
  beginPasskey: "true",
  removePasskey: "true",
  invite: "(_, { role }) => movesMoney(role)",
  requireTwoStep: "true",
  allowTwoStepSetup: "true",
  changeMember: "true",
  removeMember: "true",
  setWallet: "true",
  prepareRefund: "true",
  preparePaymentRefund: "true",
  confirmRefunds: "true",
  setRefundWallet: "true",
  removeRefundWallet: "true",
  updateTerminal: "raisesTolerance",
  issueKey: "inLive",
  rotateKey: "true",
  createRestrictedKey: "true",
  rotateRestrictedKey: "true",
  createDeviceLink: "inLive",
  createEndpoint: "inLive",
  updateEndpoint: "inLive",
  enableEndpoint: "inLive",
  revealSecret: "true",
  rotateSecret: "true",
};

it("whatever can change where money goes, or how an account is opened, asks for the password", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\bactions\.ts$/.test(file));
  const actions = files.flatMap((file) => [...readFileSync(`app/${file}`, "utf8").matchAll(ACTION)]);
  const asking = actions.flatMap(([, name = "", rule = ""]) => {
    const [, password] = RULE.exec(rule.trim()) ?? [];
    return password === undefined ? [] : [[name, password]];
  });
  expect(actions.length).toBeGreaterThan(50);
  expect(Object.fromEntries(asking)).toEqual(ASKING);
});
