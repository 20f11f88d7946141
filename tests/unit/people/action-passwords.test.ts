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
  setMerchantCurrency: "true",
  setQuoteLife: "true",
  setRate: "true",
  acceptRate: "true",
  removeRate: "true",
  fillRate: "true",
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

const PERMISSION = /permission: "([\w.]+)"/;

/** The permission that each action about refunds, their wallet and signed transfers asks for. */
const PERMITTED: Record<string, string> = {
  prepareRefund: "attention.manage",
  preparePaymentRefund: "attention.manage",
  prepareRefundAgain: "attention.manage",
  cancelRefund: "attention.manage",
  confirmRefunds: "attention.manage",
  rejectRefunds: "attention.manage",
  simulateRefund: "attention.manage",
  simulateRefunds: "attention.manage",
  clearRefundAddress: "attention.manage",
  prepareRefundTransaction: "attention.manage",
  planRefunds: "attention.manage",
  setRefundWallet: "settlement.manage",
  removeRefundWallet: "settlement.manage",
  confirmWalletTransfer: "attention.manage",
  rejectWalletTransfer: "attention.manage",
  sendSigned: "attention.manage",
  sendAgain: "attention.manage",
  discardSigned: "attention.manage",
  checkSent: "attention.manage",
  attachTransfer: "attention.manage",
};

it("whatever prepares, confirms, signs or ends a refund is an owner's or manager's, and the refund wallet an owner's", () => {
  const folder = "app/(dashboard)/dashboard/[merchant]/[environment]/settlement";
  const texts = ["actions.ts", "(overview)/refund-wallet/actions.ts"].map((file) =>
    readFileSync(`${folder}/${file}`, "utf8"),
  );
  const found = texts.flatMap((text) =>
    [...text.matchAll(ACTION)].flatMap(([, name = "", rule = ""]) =>
      name in PERMITTED ? [[name, PERMISSION.exec(rule)?.[1]]] : [],
    ),
  );
  expect(Object.fromEntries(found)).toEqual(PERMITTED);
});

/** What only the database knows to be wrong with a dialog's fields is named with the rest. */
const CHECKED: Record<string, string> = {
  prepareRefund: "checkItemRefund",
  preparePaymentRefund: "checkIntentRefund",
  setRefundWallet: "checkRefundWallet",
};

it("dialogs about refunds name a wrong recipient, amount or wallet beside a wrong password", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\bactions\.ts$/.test(file));
  const found = files.flatMap((file) =>
    [...readFileSync(`app/${file}`, "utf8").matchAll(ACTION)].flatMap(([, name = "", rule = ""]) => {
      const [, check] = /\bcheck: (\w+)/.exec(rule) ?? [];
      return name in CHECKED && check ? [[name, check]] : [];
    }),
  );
  expect(Object.fromEntries(found)).toEqual(CHECKED);
});
