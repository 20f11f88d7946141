import type { HexAddress } from "@/lib/base/tron/address";
import type { AccountState, Prices } from "@/lib/base/tron/transfer-cost";
import { parseObject } from "@/lib/chain/nodes/parse-object";

type Answer = Record<string, unknown>;

/** More of anything than TRON has; keeps products within exact numbers. */
const MOST = 1e15;
/** An energy or a price beyond it is no answer. */
const MOST_FACTOR = 10_000_000;

/** `/wallet/getchainparameters`. A parameter without a value is 0, as protobuf has it. Null: not such an answer. */
export function parsePrices(text: string): Prices | null {
  const list = parseObject(text)?.chainParameter;
  if (!Array.isArray(list)) return null;
  const values = new Map((list as Answer[]).map((one) => [one?.key, one?.value ?? 0]));
  const [energy, byte, bytesOfNew, newAccount] = [
    "getEnergyFee",
    "getTransactionFee",
    "getCreateAccountFee",
    "getCreateNewAccountFeeInSystemContract",
  ].map((key) => amount(values.get(key), MOST_FACTOR));
  if (!energy || byte == null || bytesOfNew == null || newAccount == null) return null;
  return { sunPerEnergy: energy, sunPerByte: byte, newAccountSun: bytesOfNew + newAccount };
}

/**
 * `/wallet/triggerconstantcontract`: the energy that the call takes; `energy_penalty`, what a busy contract costs more,
 * is part of `energy_used`. Null: the call fails, or the node doesn't say.
 */
export function parseEnergy(text: string): number | null {
  const {
    result,
    energy_used: used,
    transaction,
  } = (parseObject(text) ?? {}) as {
    result?: Answer;
    energy_used?: unknown;
    transaction?: { ret?: Answer[] };
  };
  const hasFailed = result?.result !== true || result.message !== undefined || transaction?.ret?.[0]?.ret !== undefined;
  return hasFailed ? null : amount(used, MOST_FACTOR) || null;
}

/**
 * `/wallet/getaccountresource` and `/wallet/getaccount` of an address, which leave out what is zero, and are empty for
 * an address without an account. Null: not such an answer.
 */
export function parseAccount(address: HexAddress, resourceText: string, accountText: string): AccountState | null {
  const [resource, account] = [parseObject(resourceText), parseObject(accountText)];
  if (!resource || !account || "Error" in resource || "Error" in account) return null;
  if (Object.keys(account).length === 0) return NO_ACCOUNT;
  if (account.address !== `41${address.slice(2)}`) return null;
  const [sun, energy, stakedBytes, freeBytes] = [
    amount(account.balance ?? 0),
    left(resource, "EnergyLimit", "EnergyUsed"),
    left(resource, "NetLimit", "NetUsed"),
    left(resource, "freeNetLimit", "freeNetUsed"),
  ];
  if (sun == null || energy == null || stakedBytes == null || freeBytes == null) return null;
  return { exists: true, sun, energy, stakedBytes, freeBytes };
}

const NO_ACCOUNT: AccountState = { exists: false, sun: 0, energy: 0, stakedBytes: 0, freeBytes: 0 };

/**
 * What a transaction cost its owner, of `/wallet/gettransactioninfobyid` and `/wallet/gettransactionbyid`, which leave
 * out a fee of zero. Null: not such answers, or no block contains it.
 */
export function parseFee(
  txId: string,
  infoText: string,
  transactionText: string,
): { payer: HexAddress; sun: bigint; at: Date } | null {
  const [info, transaction] = [parseObject(infoText), parseObject(transactionText)];
  if (info?.id !== txId || transaction?.txID !== txId) return null;
  const contracts = (transaction.raw_data as { contract?: unknown } | undefined)?.contract;
  const [contract, another] = Array.isArray(contracts) ? (contracts as { parameter?: { value?: Answer } }[]) : [];
  const owner = contract?.parameter?.value?.owner_address;
  const [sun, at] = [amount(info.fee ?? 0), amount(info.blockTimeStamp)];
  if (another !== undefined || typeof owner !== "string" || !OWNER.test(owner) || sun === null || !at) return null;
  return { payer: `0x${owner.slice(2)}`, sun: BigInt(sun), at: new Date(at) };
}

const OWNER = /^41[0-9a-f]{40}$/;

function left(resource: Answer, limit: string, used: string): number | null {
  const [all, gone] = [amount(resource[limit] ?? 0), amount(resource[used] ?? 0)];
  return all === null || gone === null ? null : Math.max(0, all - gone);
}

function amount(value: unknown, most = MOST): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most ? value : null;
}
