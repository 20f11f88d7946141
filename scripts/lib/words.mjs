/** Words and names that read like a translation, or that hide what they are, each with the better one. */
const BANNED = [
  [/\bsomebody\b/i, "someone"],
  [/\bnobody\b/i, "no one, or name the actor"],
  [/\bwhoever\b/i, "anyone who, or the role"],
  [/\bthereof\b|\bshall\b|\bwhosoever\b/i, "plain words"],
  [/\be-mail/i, "email"],
  [/\bhis\b|\bhim\b|\bhimself\b|\bhers?\b/i, "they, their"],
  [/(?<!\bs)\bhe\b(?! ?[:=[(.])/i, "they"],
  [/\bnothing else\b/i, "only"],
  [/\bpayments? asked for\b/i, "payment created, or amount due"],
  [/\basked for\b/i, "requested, or amount due"],
  [/\bstill missing\b|\bto send still\b/i, "Remaining"],
  [/\bthe rest of\b.{0,9}\bpayment\b|\bask for the rest\b/i, "remaining amount"],
  [/\btoo much\b(?= USDT|\.|")|\bare too much\b/i, "overpaid"],
  [/\blate money\b|\bcame too late\b/i, "late payment"],
  [/\bplay(?:s|ed)? the customer\b/i, "simulate payment"],
  [/\bcustomer['’]s page\b/i, "payment page"],
  [/\bseen on the network\b/i, "payment detected"],
  [/\bout of the ordinary\b/i, "flags"],
  [/\bput away\b|\bbring back\b/i, "archive, restore"],
  [/\bgoes by (?:it|its|the|a)\b|\bgo by (?:it|its|the|a)\b/i, "uses, depends on"],
  [/\bstands? (?:here|there)\b/i, "is here, or appears here"],
  [/\bis there\.(?=["'`<])/i, "created"],
  [/\bhear of (?:it|them|payments)\b/i, "is notified of"],
  [/\bnotices it by itself\b|\bby itself\b/i, "automatically"],
  [/\bthis (?:\w+ )?is no (?!longer|more)\w+/i, "isn't a valid …"],
  [/\btest ping\b/i, "test event"],
  [/\bfails since\b/i, "failing since"],
  [/\bwords of (?:a|the) seed\b/i, "seed phrase"],
  [/\bresting\b/i, "cooling down"],
  [/\bpart[- ]paid\b|\bpartly (?:paid|received)\b/i, "partially paid"],
  [/\blies? on (?:it|the address|an address|your address)/i, "is held at"],
  [/\boneself\b|\bone's own\b/i, "your own"],
  [/\bgrowing pauses\b/i, "exponential backoff"],
  [/\bgo on\b(?= to\b)|\bgo on\.?["<]/i, "continue"],
  [/\blook again\b/i, "retry"],
  [/\bforgotten your password\b/i, "forgot password"],
];

/** What is wrong with the words of a file: its line, the words found, and what says it better. */
export function wordsToMend(file, text) {
  return text.split("\n").flatMap((line, index) =>
    BANNED.flatMap(([pattern, better]) => {
      const found = pattern.exec(line);
      return found ? [{ at: `${file}:${index + 1}`, found: found[0], better }] : [];
    }),
  );
}
