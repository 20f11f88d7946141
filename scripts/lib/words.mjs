/** Words and phrases that read like a translation, each with the better one. */
const WORDS = [
  [/\bsomebody\b/i, "someone"],
  [/(?<!['"`]|-R )\bnobody\b(?!['"`,])/i, "no one, or name who does it"],
  [/\bwho(?:so)?ever\b/i, "anyone who, or the role"],
  [/\bthereof\b|\bshall\b/i, "plain words"],
  [/\be-mail/i, "email"],
  [/\bhis\b|\bhim\b|\bhimself\b|\bhers\b/i, "they, their"],
  [/\bhe (?:has|is|may|can|was|does|sees|pays)\b/i, "they"],
  [/\bnothing else\b/i, "only"],
  [/\basked for\b/i, "requested, or amount due"],
  [/\bstill missing\b|\bstill to send\b/i, "remaining"],
  [/\bask for the rest\b/i, "request the remaining amount"],
  [/\bare too much\b/i, "overpaid"],
  [/\blate money\b|\bcame too late\b/i, "late payment"],
  [/\bplay(?:s|ed)? the customer\b/i, "simulate the payment"],
  [/\bcustomer['’]s page\b/i, "payment page"],
  [/\bseen on the network\b/i, "payment detected"],
  [/\bout of the ordinary\b/i, "flags"],
  [/\bput(?:s|ting)? away\b|\b(?:bring|take)s? back into use\b/i, "archive, restore"],
  [/\bgo(?:es)? by (?:it|its|the|a)\b/i, "uses, depends on"],
  [/\bstands? (?:here|there)\b/i, "is here, appears here"],
  [/\bhear of (?:it|them|payments)\b/i, "is notified of"],
  [/\bby itself\b/i, "automatically, alone"],
  [/\bthis (?:\w+ )?is no (?!longer\b|more\b)/i, "isn't a …"],
  [/\btest ping\b/i, "test event"],
  [/\bfails since\b/i, "failing since"],
  [/\bwords of (?:a|the) seed\b/i, "seed phrase"],
  [/\bpart[- ]paid\b|\bpartly (?:paid|received)\b/i, "partially paid"],
  [/\boneself\b|\bone's own\b/i, "your own"],
  [
    /(?:^\s{0,99}|\*\*? |\/\/ |# |"""|\. )The same (?:as|in|for|of)\b/,
    "name the thing: the amount in, the counterpart of",
  ],
  [/\bgrowing pauses\b/i, "exponential backoff"],
  [/\bforgotten your password\b/i, "forgot password"],
];

/** Names that hide what they are, each with the field's. */
const NAMES = [
  [/\b(?!load|get|new|spoken|askFor)[a-z]\w*Words\b|\b(?!TILL|PAGE|ASKED)[A-Z]+_WORDS\b/, "…Labels, or formatX()"],
  [/\bTill(?:Context|Payment|Head|Amount)\b/, "Pos…"],
  [/\blettingGo\b/, "withSavepoint"],
  [/\btakeAlone\b/, "takeUnderWalletLock"],
  [/\baskForRest\b|\bask-for-rest\b/, "requestRemaining"],
  [/\benterFound\b|\benter-found\b/, "backfillTransfers"],
  [/\bdropKnown\b|\bdrop-known\b/, "filterUnrecorded"],
  [/\bbooks-lock\b|\blockBooks\b/, "ledger lock"],
  [/\bliveStanding\b|\bLiveStanding\b/, "live readiness"],
  [/\brestSeconds\b/, "cooldownSeconds"],
  [/\bcreateEar\b|\bseats\.ts\b/, "listener, subscriptions"],
  [/\boutliveOutput\b/, "ignoreEpipe"],
  [/\basStranger\b/, "withAnonymousContext"],
  [/\bkept-secrets\b/, "secret-file"],
];

/** What is wrong with the words of a file: where, what was found, and what says it better. */
export function wordsToMend(file, text) {
  const banned = /\.[jt]sx?$|\.mjs$/.test(file) ? [...WORDS, ...NAMES] : WORDS;
  return text.split("\n").flatMap((line, index) =>
    banned.flatMap(([pattern, better]) => {
      const found = pattern.exec(line);
      return found ? [{ at: `${file}:${index + 1}`, found: found[0], better }] : [];
    }),
  );
}
