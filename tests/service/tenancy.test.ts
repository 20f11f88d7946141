import { describe, expect, it } from "vitest";
import { ENVIRONMENTS, type Environment } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { ROLES, type Role } from "@/lib/base/values/permissions";
import { giveTwoStep } from "@/tests/support/accounts";
import { sharedService } from "@/tests/support/service";
import { type Browser, builtActions, signInAt, strangerAt } from "@/tests/support/signed-in";
import {
  addressOf,
  everything,
  keypadPaths,
  makeWorld,
  merchantPaths,
  PASSWORD,
  type World,
} from "@/tests/support/tenancy";

type Input = (ids: World) => unknown;

/** In the form in which React sends one to an action. */
const A_DATE = "$D1970-01-01T00:00:00.000Z";

const A_RATE = { source: "manual", currency: "GBP", rate: "1.3", way: "usdt_per_unit", confirmed: true };

/** What each member's action takes, with the ids of a world. A new action without an entry fails the test below. */
const MEMBER_ACTIONS: Record<string, Input> = {
  createTerminal: () => ({ name: "Another till" }),
  updateTerminal: ({ terminal }) => ({
    terminalId: terminal,
    name: "Taken over",
    timeZone: "UTC",
    businessDayStart: "00:00",
    intentLifeMinutes: 30,
  }),
  archiveTerminal: ({ terminal }) => ({ terminalId: terminal }),
  restoreTerminal: ({ terminal }) => ({ terminalId: terminal }),
  issueKey: ({ terminal }) => ({ terminalId: terminal }),
  rotateKey: ({ terminal }) => ({ terminalId: terminal, graceHours: 0 }),
  endKey: ({ key }) => ({ keyId: key }),
  createRestrictedKey: ({ terminal }) => ({
    name: "Their plugin",
    terminalId: terminal,
    scopes: ["intents:read"],
    ipRanges: "",
    endsOn: null,
  }),
  rotateRestrictedKey: ({ restrictedKey }) => ({ restrictedKeyId: restrictedKey, graceHours: 0 }),
  endRestrictedKey: ({ restrictedKey }) => ({ restrictedKeyId: restrictedKey }),
  endRestrictedSecret: ({ restrictedSecret }) => ({ secretId: restrictedSecret }),
  createDeviceLink: ({ terminal }) => ({ terminalId: terminal, name: "Their tablet" }),
  "terminals/revokeDevice": ({ device }) => ({ deviceId: device }),
  invite: ({ terminal }) => ({ email: null, role: "cashier", terminalIds: [terminal] }),
  revokeInvitation: ({ invitation }) => ({ invitationId: invitation }),
  changeMember: ({ user }) => ({
    userId: user,
    role: "owner",
    terminalIds: [],
    shown: { role: "viewer", terminalIds: [] },
  }),
  removeMember: ({ user }) => ({ userId: user }),
  requireTwoStep: () => ({ required: true }),
  allowTwoStepSetup: ({ user }) => ({ userId: user }),
  updateMerchant: () => ({ name: "Taken over", timeZone: "UTC" }),
  updateAccent: () => ({ accentColour: "#123456" }),
  updateContact: () => ({ supportEmail: "theirs@example.com", supportUrl: "", supportPhone: "" }),
  setLogo: () => ({ image: PIXEL }),
  removeLogo: () => ({}),
  updateDailyCap: () => ({ cap: "5" }),
  generateSamples: () => ({}),
  resetSandbox: () => ({ confirmation: "Theirs" }),
  subscribeToReport: () => ({ frequency: "daily" }),
  saveNotifications: () => ({ kinds: [], payments: "each", byEmail: true, quiet: null }),
  sendTestNotification: () => ({ channel: "email" }),
  startTelegram: () => ({}),
  finishTelegram: () => ({}),
  disconnectTelegram: () => ({}),
  unsubscribeFromReport: () => ({}),
  dismissChecklist: () => ({}),
  dismissKeyNotice: () => ({}),
  createPayment: ({ terminal }) => ({
    terminalId: terminal,
    amount: "1",
    chargeId: "7d8f1f0a-6f0f-4d0e-9b2b-0d8f5f8b7c11",
  }),
  cancelPayment: ({ payment }) => ({ id: payment }),
  simulatePayment: ({ payment }) => ({ id: payment, outcome: "paid" }),
  createTestPayment: ({ terminal }) => ({ terminal }),
  annotatePayment: ({ payment }) => ({
    id: payment,
    note: "Taken over",
    tags: "theirs",
    shown: { note: "", tags: [] },
  }),
  savePaymentView: () => ({ name: "Theirs", query: "status=paid" }),
  deletePaymentView: () => ({ name: "Theirs" }),
  savePaymentList: () => ({ columns: ["terminal"], compact: true }),
  checkUrl: () => ({ url: "https://shop.example/hooks" }),
  createEndpoint: ({ terminal }) => ({ terminalId: terminal, url: "http://127.0.0.1:9/theirs" }),
  updateEndpoint: ({ endpoint }) => ({
    endpointId: endpoint,
    terminalId: null,
    url: "http://127.0.0.1:9/theirs",
    eventTypes: ["payment.success"],
  }),
  enableEndpoint: ({ endpoint }) => ({ endpointId: endpoint }),
  disableEndpoint: ({ endpoint }) => ({ endpointId: endpoint }),
  deleteEndpoint: ({ endpoint }) => ({ endpointId: endpoint }),
  pingEndpoint: ({ endpoint }) => ({ endpointId: endpoint }),
  revealSecret: ({ endpoint }) => ({ endpointId: endpoint }),
  rotateSecret: ({ endpoint }) => ({ endpointId: endpoint, shown: null }),
  activateSecret: ({ endpoint }) => ({ endpointId: endpoint, shown: A_DATE }),
  resendDelivery: ({ delivery }) => ({ deliveryId: delivery }),
  resendFailed: ({ endpoint }) => ({ endpointId: endpoint, period: "24h" }),
  previewWallet: () => ({ wallet: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH" }),
  setWallet: () => ({ wallet: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", confirmation: "xGWYdH" }),
  setNeverReuse: () => ({ neverReuse: true }),
  acceptBalance: () => ({
    address: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    shown: { balanceMicros: "3000000", ledgerMicros: "0" },
  }),
  acceptItem: ({ item }) => ({ itemId: item, note: "Taken over" }),
  requestRemaining: ({ item }) => ({ itemId: item }),
  prepareRefund: ({ item }) => ({ itemId: item, to: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK", amount: "1" }),
  preparePaymentRefund: ({ payment }) => ({
    intentId: payment,
    to: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
    amount: "1",
  }),
  prepareRefundAgain: ({ refund }) => ({ refundId: refund }),
  cancelRefund: ({ refund }) => ({ refundId: refund }),
  confirmRefunds: ({ refund }) => ({ refunds: [{ refundId: refund, to: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK" }] }),
  rejectRefunds: ({ refund }) => ({ refundIds: [refund] }),
  simulateRefunds: ({ refund }) => ({ refundIds: [refund] }),
  planRefunds: ({ refund }) => ({ refundIds: [refund] }),
  setRefundWallet: () => ({ address: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK" }),
  removeRefundWallet: () => ({}),
  confirmWalletTransfer: () => ({ transferId: "11111111-1111-4111-8111-111111111111" }),
  rejectWalletTransfer: () => ({ transferId: "11111111-1111-4111-8111-111111111111" }),
  simulateRefund: ({ refund }) => ({ refundId: refund }),
  clearRefundAddress: ({ payment }) => ({ intentId: payment, address: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH" }),
  prepareRefundTransaction: ({ refund }) => ({ refundId: refund }),
  checkSent: ({ refund }) => ({ refundId: refund }),
  issueSweepLink: () => ({ to: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK", threshold: "1" }),
  prepareSweepTransaction: () => ({
    to: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
    threshold: "1",
    from: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  }),
  sendAgain: () => ({ txHash: `0x${"ab".repeat(32)}` }),
  discardSigned: () => ({ txHash: `0x${"ab".repeat(32)}` }),
  sendSigned: () => ({ rawDataHex: "0a02", signature: "ab".repeat(65) }),
  attachTransfer: () => ({ txHash: "ab".repeat(32) }),
  getPriceOffers: () => ({}),
  setMerchantCurrency: () => ({ currency: "GBP", since: "2026-01-01" }),
  setQuoteLife: () => ({ seconds: 300 }),
  testRateUrl: () => ({ url: "https://127.0.0.1:9/rates", pointer: "/gbp", way: "usdt_per_unit" }),
  reviewRate: () => A_RATE,
  setRate: () => A_RATE,
  acceptRate: ({ currency }) => ({ currency, rate: "2" }),
  removeRate: ({ currency }) => ({ currency }),
  fillRate: () => ({ currency: "GBP", day: "2026-01-01", rate: "1.3", way: "usdt_per_unit" }),
  subscribeToBooks: () => ({}),
  unsubscribeFromBooks: () => ({}),
};

/** What a viewer may do too: it plans, and writes nothing. */
const OF_VIEWERS = ["issueSweepLink"];

/** What members of every role keep for themselves alone. */
const OWN = [
  "subscribeToReport",
  "unsubscribeFromReport",
  "subscribeToBooks",
  "unsubscribeFromBooks",
  "saveNotifications",
  "sendTestNotification",
  "startTelegram",
  "finishTelegram",
  "disconnectTelegram",
  "savePaymentView",
  "deletePaymentView",
  "savePaymentList",
];

/** Actions that touch nothing by an id: within his own merchant a member may do them. */
const WITHOUT_IDS = [
  ...OWN,
  "requireTwoStep",
  "createTerminal",
  "updateMerchant",
  "updateAccent",
  "updateContact",
  "setLogo",
  "removeLogo",
  "updateDailyCap",
  "generateSamples",
  "resetSandbox",
  "dismissChecklist",
  "dismissKeyNotice",
  "checkUrl",
  "previewWallet",
  "setWallet",
  "setRefundWallet",
  "removeRefundWallet",
  // of refunds that it doesn't know, it says so
  "planRefunds",
  "setNeverReuse",
  "acceptBalance",
  "attachTransfer",
  "issueSweepLink",
  "prepareSweepTransaction",
  "sendSigned",
  "getPriceOffers",
  "setMerchantCurrency",
  "setQuoteLife",
  "testRateUrl",
  "reviewRate",
  "setRate",
  "fillRate",
];

const ACCOUNT_ACTIONS: Record<string, Input> = {
  acceptInvitation: () => ({ token: "A".repeat(43) }),
  changeName: () => ({ name: "Taken over" }),
  chooseExportFormat: () => ({ format: "xlsx" }),
  changeEmail: () => ({ email: "taken-over@example.com" }),
  changePassword: () => ({ newPassword: "another long password" }),
  beginAuthenticator: () => ({}),
  requestTwoStepLink: () => ({}),
  confirmAuthenticator: () => ({ code: "123456" }),
  rememberBrowser: () => ({}),
  removeAuthenticator: () => ({ code: "123456" }),
  replaceRecoveryCodes: () => ({ code: "123456" }),
  beginPasskey: () => ({}),
  addPasskey: () => ({ name: "Theirs", answer: "{}" }),
  removePasskey: ({ session }) => ({ passkeyId: session }),
  revokeSession: ({ session }) => ({ sessionId: session }),
  revokeOtherSessions: () => ({}),
  addMerchant: () => ({ name: "One more shop", timeZone: "UTC" }),
  leaveMerchant: ({ merchant }) => ({ merchantId: merchant }),
};

const PUBLIC_ACTIONS: Record<string, unknown> = {
  signUp: { shop: "x", email: "x@example.com", password: "a long enough password", timeZone: "UTC" },
  requestPasswordReset: { email: "x@example.com" },
  completePasswordReset: { token: "A".repeat(43), password: "a long enough password" },
  confirmEmail: { token: "A".repeat(43) },
  beginPasskeySignIn: {},
  openDevice: { token: "A".repeat(43) },
  unsubscribeFromNotifications: { token: "7d8f1f0a-6f0f-4d0e-9b2b-0d8f5f8b7c11" },
  signUpInvited: { token: "A".repeat(43), email: "x@example.com", password: "a long enough password" },
};

const SIGN_OUT = { signOut: undefined };

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The actions that ask for the password again, and where. No other action asks. */
const ASKING: Record<string, readonly Environment[]> = {
  issueKey: ["live"],
  rotateKey: ENVIRONMENTS,
  createRestrictedKey: ENVIRONMENTS,
  rotateRestrictedKey: ENVIRONMENTS,
  createDeviceLink: ["live"],
  createEndpoint: ["live"],
  updateEndpoint: ["live"],
  enableEndpoint: ["live"],
  revealSecret: ENVIRONMENTS,
  rotateSecret: ENVIRONMENTS,
  setWallet: ENVIRONMENTS,
  setRefundWallet: ENVIRONMENTS,
  removeRefundWallet: ENVIRONMENTS,
  prepareRefund: ENVIRONMENTS,
  confirmRefunds: ENVIRONMENTS,
  preparePaymentRefund: ENVIRONMENTS,
  changeMember: ENVIRONMENTS,
  removeMember: ENVIRONMENTS,
  requireTwoStep: ENVIRONMENTS,
  allowTwoStepSetup: ENVIRONMENTS,
  setMerchantCurrency: ENVIRONMENTS,
  setQuoteLife: ENVIRONMENTS,
  setRate: ENVIRONMENTS,
  acceptRate: ENVIRONMENTS,
  removeRate: ENVIRONMENTS,
  fillRate: ENVIRONMENTS,
};

/** An invitation asks for the password where the role can move where money goes. */
const INVITED: Record<Role, boolean> = { owner: true, manager: true, developer: true, cashier: false, viewer: false };

/**
 * Of a terminal that tolerates 0.5 USDT, in this order: it has one tolerance, which counts in live wherever it is
 * changed.
 */
const TOLERANCES = [
  { environment: "sandbox", tolerance: "0.500001", asks: true },
  { environment: "live", tolerance: "100", asks: true },
  { environment: "sandbox", tolerance: "0.5", asks: false },
  { environment: "live", tolerance: "0.4", asks: false },
];

const FOREIGN_ORIGINS: [string, Record<string, string>][] = [
  ["a foreign origin", { origin: "https://evil.example" }],
  ["a null origin", { origin: "null" }],
  ["no origin", {}],
];

type Known = { id: string; name: string };

function known(table: Record<string, unknown>): Known[] {
  return builtActions().flatMap(({ id, name, file }) => {
    const folder = file.split("/").at(-2) ?? "";
    const entry = [`${folder}/${name}`, name].find((candidate) => candidate in table);
    return entry ? [{ id, name: entry }] : [];
  });
}

const running = sharedService(() => ({
  env: {
    DATABASE_URL: process.env.DATABASE_URL as string,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY as string,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: "0",
    JOBS_DRIVER: "off",
    // live is on, with a node that nobody listens at
    TRON_RPC_URLS: "http://127.0.0.1:9/jsonrpc",
  },
}));

/** Two merchants of this test alone, each with somebody signed in. */
async function openWorlds() {
  const service = running();
  const name = Math.random().toString(36).slice(2);
  const ours = await makeWorld(service, `ours-${name}`, "EUR");
  const theirs = await makeWorld(service, `theirs-${name}`, "NGN");
  const us = await signInAt(service, ours.email, PASSWORD);
  const them = await signInAt(service, theirs.email, PASSWORD);
  return { service, ours, theirs, us, them };
}

const sandbox = (world: World) => ({ merchant: world.merchant, environment: "sandbox" });

/** Calls an action and says what it answered with: its code, a status of HTTP, or `done`. */
async function codeOf(browser: Browser, id: string, args: unknown[], headers?: Record<string, string>) {
  const { status, result } = await browser.act(id, args, headers);
  if (status >= 400) return status;
  const answer = result as { ok?: boolean; code?: string } | null;
  return answer?.ok === false ? answer.code : "done";
}

/** Files of many refunds are asked for by POST. */
function isPosted(parts: readonly string[]): boolean {
  return parts.length === 3 && parts[0] === "settlement" && parts[1] === "refunds";
}

type Asked = { address: string; parts: readonly string[]; world: World };

async function statusOf(browser: Browser, { address, parts, world }: Asked): Promise<number> {
  return isPosted(parts) ? browser.post(address, { refundIds: [world.refund] }) : (await browser.get(address)).status;
}

/** Does something that must change nothing. */
async function changingNothing(run: () => Promise<void>) {
  const before = await everything();
  await run();
  expect(await everything()).toBe(before);
}

describe("one merchant's session", () => {
  it("gets 404 for every page and route of another merchant, and for his own with another's ids", async () => {
    const { ours, theirs, us, them } = await openWorlds();
    const paths = merchantPaths();
    expect(paths.length).toBeGreaterThan(20);
    for (const parts of paths.filter((one) => one.at(-1) !== "feed")) {
      const address = addressOf(parts, theirs);
      const status = await statusOf(them, { address, parts, world: theirs });
      // of these refunds none can be signed
      const answered = isPosted(parts) ? status === 409 : status === 200 || status === 307;
      expect([address, answered, status]).toEqual([address, true, status]);
    }
    await changingNothing(async () => {
      for (const parts of paths) {
        const address = addressOf(parts, theirs);
        expect([address, await statusOf(us, { address, parts, world: theirs })]).toEqual([address, 404]);
        if (!parts.some((part) => part.startsWith("["))) continue;
        const mixed = addressOf(parts, theirs, ours.merchant);
        expect([mixed, (await us.get(mixed)).status]).toEqual([mixed, 404]);
      }
    });
  });

  it("is nobody there for every action, whatever ids it names, and changes nothing", async () => {
    const { ours, theirs, us } = await openWorlds();
    await changingNothing(async () => {
      for (const { id, name } of known(MEMBER_ACTIONS)) {
        const input = MEMBER_ACTIONS[name]?.(theirs);
        expect([name, await codeOf(us, id, [sandbox(theirs), input, PASSWORD])]).toEqual([name, "not_found"]);
        if (WITHOUT_IDS.includes(name)) continue;
        expect([name, await codeOf(us, id, [sandbox(ours), input, PASSWORD])]).toEqual([name, "not_found"]);
      }
      for (const { id, name } of known(pick(ACCOUNT_ACTIONS, "revokeSession", "leaveMerchant"))) {
        expect([name, await codeOf(us, id, [ACCOUNT_ACTIONS[name]?.(theirs)])]).toEqual([name, "not_found"]);
      }
    });
  });
});

describe("a keypad", () => {
  const POSTS: Record<string, (world: World) => unknown> = {
    charge: () => ({ amount: "5", chargeId: "11111111-1111-4111-8111-111111111111" }),
    cancel: ({ payment }) => ({ id: payment }),
    shift: () => ({ change: "close", number: 1 }),
  };

  it("is closed to strangers and to other merchants, page, routes and all, and takes no foreign origin", async () => {
    const { service, theirs, us, them } = await openWorlds();
    const viewer = await signInAt(service, theirs.memberEmail, PASSWORD);
    const paths = keypadPaths();
    expect(paths.filter(([name = ""]) => name in POSTS)).toHaveLength(Object.keys(POSTS).length);
    await changingNothing(async () => {
      for (const parts of paths) {
        const below = parts.map((part) => (part === "[id]" ? theirs.payment : part));
        const address = ["/pos", theirs.terminal, "sandbox", ...below].join("/");
        const body = POSTS[parts[0] ?? ""]?.(theirs);
        for (const browser of [strangerAt(service), us, viewer]) {
          const status = body ? await browser.post(address, body) : (await browser.get(address)).status;
          expect([address, status]).toEqual([address, 401]);
        }
        if (!body) continue;
        for (const [, headers] of FOREIGN_ORIGINS) expect(await them.post(address, body, headers)).toBe(403);
      }
    });
    expect(await them.post(`/pos/${theirs.terminal}/sandbox/charge`, POSTS.charge?.(theirs))).toBe(200);
  });
});

describe("every action", () => {
  it("is known to this test", () => {
    const tables = { ...MEMBER_ACTIONS, ...ACCOUNT_ACTIONS, ...PUBLIC_ACTIONS, ...SIGN_OUT };
    const names = known(tables).map(({ id }) => id);
    const unknown = builtActions().filter(({ id }) => !names.includes(id));
    expect(unknown.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });

  it("refuses whoever is not signed in", async () => {
    const { service, theirs } = await openWorlds();
    await changingNothing(async () => {
      for (const { id, name, args } of calls(theirs)) {
        if (name in PUBLIC_ACTIONS) continue;
        expect([name, await codeOf(strangerAt(service), id, args)]).toEqual([name, "signed_out"]);
      }
    });
  });

  it.each(FOREIGN_ORIGINS)("refuses its own member with %s", async (_, headers) => {
    const { theirs, them } = await openWorlds();
    await changingNothing(async () => {
      for (const { id, name, args } of [...calls(theirs), ...known(SIGN_OUT).map((one) => ({ ...one, args: [] }))]) {
        const code = await codeOf(them, id, args, headers);
        expect([name, code === "forbidden" || code === 403, code]).toEqual([name, true, code]);
      }
    });
    expect((await them.get(addressOf([], theirs))).status).toBe(200);
  });

  it("that its role does not hold is refused to a member", async () => {
    const { service, theirs } = await openWorlds();
    const viewer = await signInAt(service, theirs.memberEmail, PASSWORD);
    await changingNothing(async () => {
      for (const { id, name } of known(MEMBER_ACTIONS).filter((one) => ![...OWN, ...OF_VIEWERS].includes(one.name))) {
        const code = await codeOf(viewer, id, [sandbox(theirs), MEMBER_ACTIONS[name]?.(theirs), PASSWORD]);
        expect([name, code]).toEqual([name, "forbidden"]);
      }
    });
  });
});

describe("a business that requires two-step sign-in", () => {
  it("is closed to a member without it: pages lead to setting it up, routes, actions and the keypad refuse", async () => {
    const { theirs, them } = await openWorlds();
    const { sql } = database();
    await sql`update merchants set requires_two_step = true where id = ${theirs.merchant}`;
    await changingNothing(async () => {
      for (const parts of merchantPaths()) {
        const address = addressOf(parts, theirs);
        const posted = isPosted(parts) && (await statusOf(them, { address, parts, world: theirs }));
        const { status, location } = posted ? { status: posted, location: null } : await them.get(address);
        const closed = status === 403 || (status === 307 && location === "/account/security");
        expect([parts, closed, status, location]).toEqual([parts, true, status, location]);
      }
      for (const { id, name } of known(MEMBER_ACTIONS)) {
        const code = await codeOf(them, id, [sandbox(theirs), MEMBER_ACTIONS[name]?.(theirs), PASSWORD]);
        expect([name, code]).toEqual([name, "forbidden"]);
      }
      expect((await them.get(`/pos/${theirs.terminal}/sandbox`)).status).toBe(401);
    });
    expect((await them.get("/account/security")).text).toContain("Set it up to continue.");
    await giveTwoStep(database(), theirs.email);
    expect((await them.get(addressOf([], theirs))).status).toBe(200);
  });
});

describe("whatever can move where money goes", () => {
  it("asks for the password, and without it or with a wrong one changes nothing; nothing else asks", async () => {
    const { theirs, them } = await openWorlds();
    const invite = known({ invite: true })[0]?.id as string;
    const asked = ENVIRONMENTS.flatMap((environment) =>
      known(MEMBER_ACTIONS).map(({ id, name }) => ({
        id,
        what: `${name} in ${environment}`,
        asks: (ASKING[name] ?? []).includes(environment),
        args: [{ merchant: theirs.merchant, environment }, MEMBER_ACTIONS[name]?.(theirs)],
      })),
    );
    const invited = ROLES.map((role) => ({
      id: invite,
      what: `invite ${role}`,
      asks: INVITED[role],
      args: [sandbox(theirs), { email: null, role, terminalIds: role === "cashier" ? [theirs.terminal] : [] }],
    }));
    const update = known({ updateTerminal: true })[0]?.id as string;
    await database().sql`update terminals set tolerance_micros = 500000 where id = ${theirs.terminal}`;
    const tolerated = TOLERANCES.map(({ environment, tolerance, asks }) => ({
      id: update,
      what: `tolerance of ${tolerance} in ${environment}`,
      asks,
      args: [
        { merchant: theirs.merchant, environment },
        { terminalId: theirs.terminal, tolerance },
      ],
    }));
    const all = [...asked, ...invited, ...tolerated];
    expect(all.filter(({ asks }) => asks)).toHaveLength(Object.values(ASKING).flat().length + 3 + 2);
    await changingNothing(async () => {
      for (const { id, what, args } of all.filter(({ asks }) => asks)) {
        for (const password of [undefined, "", "not my password"]) {
          expect([what, password, await codeOf(them, id, [...args, password])]).toEqual([
            what,
            password,
            "wrong_password",
          ]);
        }
      }
    });
    for (const { id, what, args } of all.filter(({ asks }) => !asks)) {
      expect([what, await codeOf(them, id, args)]).not.toEqual([what, "wrong_password"]);
    }
    for (const { id, what, args } of [...invited, ...tolerated])
      expect([what, await codeOf(them, id, [...args, PASSWORD])]).toEqual([what, "done"]);
  });
});

/** Every action with the arguments that it would do its work for. */
function calls(world: World): (Known & { args: unknown[] })[] {
  return [
    ...known(MEMBER_ACTIONS).map((one) => ({
      ...one,
      args: [sandbox(world), MEMBER_ACTIONS[one.name]?.(world), PASSWORD],
    })),
    ...known(ACCOUNT_ACTIONS).map((one) => ({ ...one, args: [ACCOUNT_ACTIONS[one.name]?.(world), PASSWORD] })),
    ...known(PUBLIC_ACTIONS).map((one) => ({ ...one, args: [PUBLIC_ACTIONS[one.name]] })),
  ];
}

function pick(table: Record<string, Input>, ...names: string[]): Record<string, Input> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));
}
