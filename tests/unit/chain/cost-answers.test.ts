import { describe, expect, test } from "vitest";
import { parseAccount, parseEnergy, parseFee, parsePrices } from "@/lib/chain/nodes/cost-answers";

const LIMITED = '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}';
const RUBBISH = ["", "null", "[]", "<html></html>", LIMITED] as const;

describe("prices", () => {
  const answer = (values: Record<string, number | undefined>) =>
    JSON.stringify({ chainParameter: Object.entries(values).map(([key, value]) => ({ key, value })) });
  const MAINNET = {
    getMaintenanceTimeInterval: 21_600_000,
    getCreateAccountFee: 100_000,
    getTransactionFee: 1_000,
    getCreateNewAccountFeeInSystemContract: 1_000_000,
    getAllowUpdateAccountName: undefined,
    getEnergyFee: 100,
  };

  test("are those of the network, and what makes an account is both of its fees", () => {
    expect(parsePrices(answer(MAINNET))).toEqual({ sunPerEnergy: 100, sunPerByte: 1_000, newAccountSun: 1_100_000 });
  });

  test("may be nothing for bandwidth, which an answer leaves out", () => {
    expect(parsePrices(answer({ ...MAINNET, getTransactionFee: undefined }))).toMatchObject({ sunPerByte: 0 });
  });

  test.each([
    ...RUBBISH,
    answer({}),
    answer({ ...MAINNET, getEnergyFee: undefined }),
    answer({ ...MAINNET, getEnergyFee: -1 }),
    answer({ ...MAINNET, getEnergyFee: 1.5 }),
    answer({ ...MAINNET, getEnergyFee: 1e9 }),
    '{"chainParameter":[null]}',
  ])("are not read from %s", (text) => {
    expect(parsePrices(text)).toBeNull();
  });
});

describe("the energy of a transfer", () => {
  const answer = (more: object = {}) => ({
    result: { result: true },
    energy_used: 130_285,
    energy_penalty: 100_635,
    constant_result: ["0".repeat(63).concat("1")],
    transaction: { ret: [{}], visible: false, txID: "ab" },
    ...more,
  });

  test("is what it uses, the penalty of a busy contract included and not counted twice", () => {
    expect(parseEnergy(JSON.stringify(answer()))).toBe(130_285);
  });

  test.each([
    ...RUBBISH,
    JSON.stringify(
      answer({
        result: { result: true, message: "524556455254206f70636f6465206578656375746564" },
        transaction: { ret: [{ ret: "FAILED" }] },
      }),
    ),
    JSON.stringify(answer({ transaction: { ret: [{ ret: "FAILED" }] } })),
    '{"result":{"code":"CONTRACT_VALIDATE_ERROR","message":"4e6f20636f6e7472616374206f72206e6f742061207365727665722070726f78792061646472657373"}}',
    JSON.stringify(answer({ energy_used: undefined })),
    JSON.stringify(answer({ energy_used: "130285" })),
    JSON.stringify(answer({ energy_used: 1e12 })),
  ])("is not read from %s", (text) => {
    expect(parseEnergy(text)).toBeNull();
  });
});

describe("an account", () => {
  const ADDRESS = `0x${"ab".repeat(20)}` as const;
  const owner = { address: `41${"ab".repeat(20)}` };
  const read = (resource: object, account: object) =>
    parseAccount(ADDRESS, JSON.stringify(resource), JSON.stringify(account));

  test("has what is left of its energy and bandwidth, and its TRX", () => {
    const resource = {
      freeNetUsed: 345,
      freeNetLimit: 600,
      NetLimit: 2_000,
      NetUsed: 500,
      TotalNetLimit: 43_200_000_000,
      EnergyLimit: 130_000,
      EnergyUsed: 30_000,
      TotalEnergyLimit: 180_000_000_000,
    };
    expect(read(resource, { ...owner, balance: 14_000_000 })).toEqual({
      exists: true,
      sun: 14_000_000,
      energy: 100_000,
      stakedBytes: 1_500,
      freeBytes: 255,
    });
  });

  test("has nothing of what an answer leaves out, nor of what it has overdrawn", () => {
    expect(read({ freeNetLimit: 600, freeNetUsed: 700 }, owner)).toEqual({
      exists: true,
      sun: 0,
      energy: 0,
      stakedBytes: 0,
      freeBytes: 0,
    });
  });

  test("isn't there for an address that only ever received tokens", () => {
    expect(read({}, {})).toMatchObject({ exists: false, sun: 0 });
  });

  test.each([
    [{}, { Error: "busy" }],
    [{ Error: "busy" }, {}],
    [{}, { address: "41ff", balance: 1 }],
    [{}, { ...owner, balance: -1 }],
    [{ EnergyLimit: "9" }, owner],
  ])("is not read from %j and %j", (resource, account) => {
    expect(read(resource, account)).toBeNull();
  });
});

describe("what a transaction cost", () => {
  const [txId, owner] = ["ab".repeat(32), "c".repeat(40)];
  const info = (more: object = {}) =>
    JSON.stringify({ id: txId, fee: 13_844_850, blockTimeStamp: 1_772_000_000_000, receipt: {}, ...more });
  const transaction = (address: unknown = `41${owner}`, more: object[] = []) => {
    const contract = [{ parameter: { value: { owner_address: address } } }, ...more];
    return JSON.stringify({ txID: txId, raw_data: { contract } });
  };

  test("is paid by its owner, at the time of its block; an answer leaves out zero", () => {
    const at = new Date(1_772_000_000_000);
    expect(parseFee(txId, info(), transaction())).toEqual({ payer: `0x${owner}`, sun: 13_844_850n, at });
    expect(parseFee(txId, info({ fee: undefined }), transaction())).toMatchObject({ sun: 0n });
  });

  test.each([
    ...RUBBISH.map((text) => [text, transaction()]),
    ...RUBBISH.map((text) => [info(), text]),
    ["{}", transaction()],
    [info({ id: "cd".repeat(32) }), transaction()],
    [info({ fee: -1 }), transaction()],
    [info({ fee: 1.5 }), transaction()],
    [info({ fee: "13844850" }), transaction()],
    [info({ fee: 1e16 }), transaction()],
    [info({ blockTimeStamp: undefined }), transaction()],
    [info(), transaction("T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb")],
    [info(), transaction(null)],
    [info(), transaction(`41${owner}`, [{}])],
  ])("is not read from %s and %s", (told, found) => {
    expect(parseFee(txId, told, found)).toBeNull();
  });
});
