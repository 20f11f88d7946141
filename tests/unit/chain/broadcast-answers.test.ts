import { describe, expect, it } from "vitest";
import { type Meaning, RULES, readBroadcastAnswer, ruleOf } from "@/lib/chain/nodes/broadcast-answers";

const FROM = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

/** All of java-tron's `Return.response_code`, with what it says, and what that means. */
const CODES: [code: string, message: string, meaning: Meaning, push: "before" | "after", says: RegExp][] = [
  ["SUCCESS", "", "taken", "after", /Sent/],
  ["SIGERROR", "Validate signature error: x", "refused", "before", /permissions of T.* were changed.*Nothing was sent/],
  [
    "CONTRACT_VALIDATE_ERROR",
    "Contract validate error : x",
    "refused",
    "before",
    /no TRX for the fee.*14 TRX.*1\.1 TRX/,
  ],
  ["CONTRACT_EXE_ERROR", "Contract execute error : x", "refused", "before", /contract couldn't run/],
  ["BANDWITH_ERROR", "Account resource insufficient error.", "refused", "before", /too little TRX.*14 TRX.*1\.1 TRX/],
  ["DUP_TRANSACTION_ERROR", "Transaction already exists.", "remembered", "before", /refused this transaction before/],
  ["DUP_TRANSACTION_ERROR", "Dup transaction.", "taken", "after", /Sent/],
  [
    "TAPOS_ERROR",
    "Tapos check error.",
    "out_of_step",
    "before",
    /none is up to date, or the blockchain replaced that block/,
  ],
  ["TOO_BIG_TRANSACTION_ERROR", "Too big transaction", "refused", "before", /too large/],
  ["TRANSACTION_EXPIRATION_ERROR", "Transaction expired", "out_of_step", "before", /No TRON node is up to date/],
  ["SERVER_BUSY", "Server busy.", "busy", "before", /busy/],
  ["NO_CONNECTION", "No connection.", "busy", "before", /no connection/],
  [
    "NOT_ENOUGH_EFFECTIVE_CONNECTION",
    "Effective connection:0 lt minEffectiveConnection:1",
    "busy",
    "before",
    /too few/,
  ],
  ["NOT_ENOUGH_EFFECTIVE_CONNECTION", "P2P broadcast failed.", "unclear", "after", /may still arrive/],
  ["BLOCK_UNSOLIDIFIED", "Block unsolidified.", "busy", "before", /waits for its network/],
  ["OTHER_ERROR", "Error: x", "unclear", "after", /may still arrive/],
  ["UNRECOGNIZED", "", "unclear", "after", /may still arrive/],
];

describe("java-tron's answer to a signed transaction", () => {
  it.each(CODES)("%s %s means %s, %s its push", (code, message, meaning, push, says) => {
    const text = JSON.stringify({ result: code === "SUCCESS", code, message, txid: "ab" });
    const { rule } = readBroadcastAnswer({ status: 200, text });
    expect([rule.meaning, rule.push]).toEqual([meaning, push]);
    expect(rule.says(FROM)).toMatch(says);
  });

  it("has a rule for every code, and none that isn't tried here", () => {
    const tried = CODES.map(([code, message]) => ruleOf(code, message));
    const own = ["MALFORMED", "RATE_LIMITED", "KEY_REJECTED", "UNREACHABLE", "ABSENT"];
    expect(RULES.filter((rule) => !own.includes(rule.code) && !tried.includes(rule))).toEqual([]);
  });

  it("says of each refusal that nothing was sent, and of each code that may have been sent the opposite", () => {
    for (const { meaning, push, says } of RULES) {
      const isFinal = meaning === "refused" || meaning === "out_of_step" || meaning === "remembered";
      expect([push, says(FROM).includes("Nothing was sent.")]).toEqual([
        meaning === "taken" || meaning === "unclear" ? "after" : "before",
        isFinal,
      ]);
    }
  });

  it("is read whether its message is text or hexadecimal", () => {
    const message = Buffer.from("Transaction already exists.").toString("hex");
    const text = JSON.stringify({ code: "DUP_TRANSACTION_ERROR", message });
    expect(readBroadcastAnswer({ status: 200, text })).toMatchObject({
      rule: { meaning: "remembered" },
      message: "Transaction already exists.",
    });
  });

  it.each<[string, number, string, Meaning]>([
    ["its limiter", 200, '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}', "busy"],
    [
      "a complaint about the bytes",
      200,
      '{"Error":"class com.google.protobuf.InvalidProtocolBufferException : x"}',
      "refused",
    ],
    ["any other complaint", 200, '{"Error":"class java.lang.NullPointerException : null"}', "unclear"],
    ["a disabled path", 404, '{"Error":"this API is unavailable due to config"}', "absent"],
    ["another port", 405, "{}", "absent"],
    ["a balancer without the key", 401, '{"Error":"ApiKey not exists"}', "busy"],
    ["a balancer's daily limit", 403, '{"Error":"The key exceeds the frequency limit(15)"}', "busy"],
    ["a balancer's limit", 429, "", "busy"],
    ["a balancer whose node ended", 502, "<html>", "unclear"],
    ["a balancer without a node, or whose node ended", 503, "<html>", "unclear"],
    ["a balancer that waited in vain", 504, "", "unclear"],
    ["a page", 200, "<html>", "unclear"],
    ["half an answer", 200, '{"result":false,"code":"SERVER_BUSY","mess', "unclear"],
    ["nothing", 200, "", "unclear"],
    ["an empty object", 200, "{}", "unclear"],
    ["a refusal without a code", 200, '{"result":false}', "unclear"],
    ["an old node's success", 200, '{"result":true}', "taken"],
    ["a code of another kind", 200, '{"code":5}', "unclear"],
    ["a code that isn't one", 200, '{"code":"<script>"}', "unclear"],
  ])("from %s (HTTP %s %s) means %s", (_, status, text, meaning) => {
    expect(readBroadcastAnswer({ status, text }).rule.meaning).toBe(meaning);
  });
});
