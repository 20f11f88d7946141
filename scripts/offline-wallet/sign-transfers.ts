import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { signTransaction } from "@/lib/base/tron/transfer-transaction";
import { USDT_MAINNET } from "@/lib/base/tron/usdt";
import { displayAmount, groupDigits } from "@/lib/base/values/money";
import {
  type CheckedTransfer,
  formatSignedTransferFile,
  MAX_FILE_BYTES,
  parseTransferFile,
  type SignedTransfer,
} from "@/lib/settlement/funds/transfer-file";
import { findKeys, wipeKeys } from "./keys";
import { at, element, resetForms, show } from "./page";
import { faultOf, wordsFrom } from "./wallet";

type TransferFile = { network: string; transfers: CheckedTransfer[] };

/** Signatures between two frames. */
const SLICE = 20;

let file: TransferFile | null = null;
/** `url` leads to the signed file in this page's memory. */
let saved: { name: string; url: string } | null = null;

/** Forgets the file, what was signed, and the typed words. Whatever is being signed stops. */
export function forgetTransfers(): void {
  file = null;
  if (saved) URL.revokeObjectURL(saved.url);
  saved = null;
  resetForms();
  at<HTMLInputElement>("transfer-file").value = "";
  for (const id of ["facts", "all", "file-fault", "sign-fault", "sign-progress", "signed-file"])
    at(id).textContent = "";
}

/** Connects the buttons and forms of signing. */
export function startSigning(): void {
  at("sign-transfers").addEventListener("click", () => show("sign"));
  at("transfer-file").addEventListener("change", () => {
    openChosen(at<HTMLInputElement>("transfer-file").files?.[0]).catch(() => refuseFile("This file can't be read."));
  });
  at("sign-form").addEventListener("submit", (event) => {
    event.preventDefault();
    signTyped()
      .catch((error) => sayFault("sign-fault", `Nothing was signed: ${error}`))
      .finally(() => setBusy(false));
  });
  at("save-again").addEventListener("click", save);
}

async function openChosen(chosen: File | undefined): Promise<void> {
  if (!chosen) return;
  const found =
    chosen.size > MAX_FILE_BYTES ? { fault: "This file is too large." } : parseTransferFile(await chosen.text());
  if ("fault" in found) return refuseFile(found.fault);
  const until = validUntil(found.transfers);
  if (until.getTime() <= Date.now()) {
    return refuseFile(`By this computer's clock, the file expired on ${time(until)}. Download it again.`);
  }
  file = found;
  at("file-fault").textContent = "";
  showFacts(found, until);
  show("transfers");
}

function sayFault(id: "file-fault" | "sign-fault", text: string): void {
  at(id).textContent = text;
  at("sign-progress").textContent = "";
}

function refuseFile(text: string): void {
  sayFault("file-fault", text);
  // the same file can be chosen again
  at<HTMLInputElement>("transfer-file").value = "";
}

/** Everything but the network's name is read from the bytes that are signed. */
function showFacts({ network, transfers }: TransferFile, until: Date): void {
  const count = countOf(transfers.length);
  const feeSun = Math.max(...transfers.map(({ transfer }) => transfer.feeLimitSun));
  const destinations = destinationsOf(transfers);
  const tokens = [...new Set(transfers.map(({ transfer }) => tronFromHex(transfer.token)))];
  at("other-token").hidden = tokens.every((token) => token === USDT_MAINNET);
  const facts: [string, string[]][] = [
    [destinations.length === 1 ? "Destination" : "Destinations", destinations],
    ["Total", [`${amountOf(transfers)} in ${count}`]],
    // a TRX has six places too
    ["Fee", [`At most ${displayAmount(BigInt(feeSun))} TRX for each transfer`]],
    ["Token contract", tokens],
    ["Network", [network]],
    ["Valid until", [time(until)]],
  ];
  at("facts").replaceChildren(
    ...facts.flatMap(([name, texts]) => [element("dt", name), ...texts.map((text) => element("dd", text))]),
  );
  at("all").replaceChildren(
    ...transfers.map((one) => {
      const where = destinations.length === 1 ? "" : ` to ${tronFromHex(one.transfer.to)}`;
      return element("li", `${amountOf([one])} from ${tronFromHex(one.transfer.from)}${where}`);
    }),
  );
  at("sign-submit").textContent = `Sign ${count}`;
}

/** With the amount of each, if there are several. */
function destinationsOf(transfers: readonly CheckedTransfer[]): string[] {
  const destinations = [...new Set(transfers.map(({ transfer }) => transfer.to))];
  if (destinations.length === 1) return destinations.map(tronFromHex);
  return destinations.map((to) => {
    const own = transfers.filter(({ transfer }) => transfer.to === to);
    return `${tronFromHex(to)}: ${amountOf(own)}`;
  });
}

async function signTyped(): Promise<void> {
  const current = file;
  if (!current) return;
  const words = wordsFrom(at<HTMLTextAreaElement>("sign-words").value);
  const fault = faultOf(words);
  at("sign-fault").textContent = fault ?? "";
  if (fault) return at("sign-words").focus();
  setBusy(true);
  await say("Checking the seed phrase…");
  const wanted = current.transfers.map(({ transfer: { from }, derivationIndex }) => ({ from, derivationIndex }));
  const { keys, missing } = await findKeys(words, at<HTMLInputElement>("sign-passphrase").value, wanted);
  if (keys.size === 0) {
    if (file !== current) return;
    sayFault("sign-fault", notFound(missing));
    return at("sign-words").focus();
  }
  const own = current.transfers.filter(({ transfer }) => keys.has(transfer.from));
  const signed = await signAll(current, own, keys).finally(() => wipeKeys(keys));
  // null: the page was started over meanwhile
  if (!signed) return;
  forgetTransfers();
  const name = `till-signed-${new Date().toISOString().slice(0, 10)}.json`;
  const text = formatSignedTransferFile(current.network, signed);
  saved = { name, url: URL.createObjectURL(new Blob([text], { type: "application/json" })) };
  at("signed-file").textContent = [
    `${countOf(signed.length)} signed and saved as ${name}. Valid until ${time(validUntil(own))}.`,
    ...othersLeft(current.transfers.length - own.length),
  ].join(" ");
  show("signed");
  save();
}

function notFound([first, ...others]: HexAddress[]): string {
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `This seed phrase doesn't have the address ${first && tronFromHex(first)}${more}. Nothing was signed. Check the words and the passphrase.`;
}

/** The next step for transfers of addresses that this seed phrase doesn't have. */
function othersLeft(count: number): string[] {
  if (count === 0) return [];
  const others =
    count === 1
      ? "1 transfer isn't signed, because its address is"
      : `${countOf(count)} aren't signed, because their addresses are`;
  return [`${others} from another seed phrase. Open the file again to sign with that one.`];
}

async function signAll(
  current: TransferFile,
  transfers: readonly CheckedTransfer[],
  keys: ReadonlyMap<HexAddress, Uint8Array>,
): Promise<SignedTransfer[] | null> {
  const signed: SignedTransfer[] = [];
  for (const { rawDataHex, transfer } of transfers) {
    if (signed.length % SLICE === 0) await say(`Signed ${signed.length} of ${countOf(transfers.length)}`);
    const key = keys.get(transfer.from);
    if (file !== current || !key) return null;
    signed.push({ rawDataHex, signature: signTransaction(rawDataHex, key) });
  }
  return signed;
}

/** Downloads the signed file: no connection, so the policy has nothing to allow. */
function save(): void {
  if (!saved) return;
  const link = document.createElement("a");
  link.href = saved.url;
  link.download = saved.name;
  link.click();
}

function setBusy(busy: boolean): void {
  for (const button of at("sign-form").querySelectorAll("button")) button.disabled = busy && button.type === "submit";
}

/** Shows how far it is, and lets the page draw it. */
async function say(text: string): Promise<void> {
  at("sign-progress").textContent = text;
  await new Promise((resolve) => setTimeout(resolve));
}

/** The first expiry: then one of them is lost. */
function validUntil(transfers: readonly CheckedTransfer[]): Date {
  return new Date(Math.min(...transfers.map(({ transfer }) => transfer.expiresAt.getTime())));
}

/** Their sum, of USDT only if the bytes name its contract. */
function amountOf(transfers: readonly CheckedTransfer[]): string {
  const sum = transfers.reduce((sum, { transfer }) => sum + transfer.amountMicros, 0n);
  const isUsdt = transfers.every(({ transfer }) => tronFromHex(transfer.token) === USDT_MAINNET);
  return `${displayAmount(sum)} ${isUsdt ? "USDT" : "tokens"}`;
}

function countOf(transfers: number): string {
  return transfers === 1 ? "1 transfer" : `${groupDigits(String(transfers))} transfers`;
}

const TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function time(date: Date): string {
  return `${TIME.format(date)} UTC`;
}
