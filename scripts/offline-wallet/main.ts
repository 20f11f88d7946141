import { tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { at, element, show } from "./page";
import { forgetTransfers, startSigning } from "./sign-transfers";
import { accountKeyOf, faultOf, newWords, type WordCount, wordsFrom } from "./wallet";

const SHOWN_ADDRESSES = 10;
const ASKED_WORDS = 3;

/** The seed phrase, kept in this page alone: erased when the page is closed, left or started over. */
let words: string[] = [];

function restart() {
  words = [];
  forgetTransfers();
  for (const id of ["word-list", "check-fields", "addresses", "key", "copied", "check-fault", "typed-fault"]) {
    at(id).textContent = "";
  }
  show(location.protocol === "file:" ? "start" : "from-disk");
}

function showNetwork() {
  const line = at("network");
  line.textContent = navigator.onLine ? "This computer is online." : "This computer is offline.";
  line.classList.toggle("safe", !navigator.onLine);
  at("online-note").hidden = !navigator.onLine;
}

function make(count: WordCount) {
  words = newWords(count);
  at("word-list").replaceChildren(...words.map((word) => element("li", word)));
  show("words");
}

function askForWords() {
  const places = pickPlaces(words.length);
  at("check-fields").replaceChildren(
    ...places.map((place) => {
      const label = document.createElement("label");
      label.textContent = `Word ${place + 1}`;
      const input = document.createElement("input");
      Object.assign(input, { autocomplete: "off", spellcheck: false, autocapitalize: "none" });
      input.dataset.place = String(place);
      label.append(input);
      return label;
    }),
  );
  at("check-fault").textContent = "";
  show("check");
}

/** Distinct random places of the list, in ascending order. */
function pickPlaces(count: number): number[] {
  const places = new Set<number>();
  while (places.size < ASKED_WORDS) places.add((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % count);
  return [...places].sort((a, b) => a - b);
}

function checkWritten(event: Event) {
  event.preventDefault();
  const inputs = [...at("check-fields").querySelectorAll("input")];
  const wrong = inputs.find((input) => wordsFrom(input.value)[0] !== words[Number(input.dataset.place)]);
  if (wrong) {
    at("check-fault").textContent = `Word ${Number(wrong.dataset.place) + 1} doesn't match. Check your paper again.`;
    return wrong.focus();
  }
  showResult("");
}

function takeTyped(event: Event) {
  event.preventDefault();
  const typed = wordsFrom(at<HTMLTextAreaElement>("typed-words").value);
  const fault = faultOf(typed);
  at("typed-fault").textContent = fault ?? "";
  if (fault) return at("typed-words").focus();
  words = typed;
  showResult(at<HTMLInputElement>("passphrase").value);
}

function showResult(passphrase: string) {
  const key = accountKeyOf(words, passphrase);
  restart();
  at("key").textContent = key;
  at("addresses").replaceChildren(...deriveAddresses(key, 0, SHOWN_ADDRESSES).map(tronFromHex).map(addressRow));
  show("result");
}

function addressRow(address: string, index: number) {
  const row = document.createElement("tr");
  row.append(...[String(index), `m/44'/195'/0'/0/${index}`, address].map((text) => element("td", text)));
  return row;
}

async function copyKey() {
  const key = at("key");
  try {
    await navigator.clipboard.writeText(key.textContent ?? "");
    at("copied").textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(key);
    const copied = document.execCommand("copy");
    at("copied").textContent = copied ? "Copied" : "Selected. Press Ctrl+C or ⌘C to copy.";
  }
}

at("make-24").addEventListener("click", () => make(24));
at("make-12").addEventListener("click", () => make(12));
at("enter").addEventListener("click", () => show("typed"));
at("written").addEventListener("click", askForWords);
at("look-again").addEventListener("click", () => show("words"));
at("check-form").addEventListener("submit", checkWritten);
at("typed-form").addEventListener("submit", takeTyped);
at("copy-key").addEventListener("click", copyKey);
at("print").addEventListener("click", () => print());
startSigning();
for (const button of document.querySelectorAll("[data-restart]")) button.addEventListener("click", restart);
addEventListener("online", showNetwork);
addEventListener("offline", showNetwork);
addEventListener("pagehide", restart);
showNetwork();
restart();
