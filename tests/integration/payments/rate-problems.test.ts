import { beforeEach, describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { savePreferences } from "@/lib/delivery/notifications/preferences";
import { acceptRate } from "@/lib/payments/prices/accept-rate";
import { fetchDueRates } from "@/lib/payments/prices/fetch-rates";
import { findRateProblems } from "@/lib/payments/prices/find-rate-problems";
import { removeRate } from "@/lib/payments/prices/remove-rate";
import { forgetAlarms, sync, syncLater } from "@/tests/support/alarms";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { answering, EUR_URL, eur, giveRate, ratesAge } from "@/tests/support/rates";

let shop: MerchantFixture;
const sql = () => database().sql;

beforeEach(async () => {
  await forgetAlarms();
  await sql()`delete from exchange_rates`;
  shop = await createMerchantFixture();
});

const found = async () => findRateProblems(await memberContext(shop));
const problem = async () => {
  const [first, ...more] = await found();
  expect(more).toEqual([]);
  return first && [first.level, first.message];
};
const readNow = async (answer: Parameters<typeof answering>[0]) => {
  await sql()`update exchange_rates set next_fetch_at = now() where url is not null`;
  await fetchDueRates(await memberContext(shop), 10, answering(answer));
};
const FALLBACK = { rate: "1.1", way: "usdt_per_unit", maxAgeDays: 2 };
const HTML = { status: 200, text: "<html>" };

describe("the rate for a currency", () => {
  it("is no problem while it is current", async () => {
    await giveRate(shop, { currency: "USD", source: "par" });
    await giveRate(shop, { currency: "GBP", rate: "1.3" });
    await giveRate(shop, { ...EUR_URL }, eur("1.08"));
    await ratesAge(shop, 25);
    await readNow(HTML);
    expect(await found()).toEqual([]);
  });

  it("that is by hand will soon be too old a day before, and then is", async () => {
    await giveRate(shop, { currency: "GBP", rate: "1.3" });
    await ratesAge(shop, 6 * 24 * 60 - 1);
    expect(await found()).toEqual([]);
    await ratesAge(shop, 2);
    expect(await found()).toEqual([
      {
        merchantId: shop.merchantId,
        environment: "live",
        kind: "rate",
        subject: "GBP",
        level: 1,
        message:
          "The rate for GBP that was entered by hand will soon be too old. Enter it again to keep prices in GBP.",
        ending: "The alarm about the exchange rate for GBP is over.",
        path: `/dashboard/${shop.merchantId}/live/settings/currencies`,
      },
    ]);
    await ratesAge(shop, 24 * 60);
    expect(await problem()).toEqual([
      3,
      "There is no current rate for GBP: the one entered by hand is too old. Prices in GBP are refused. Prices in USDT still work.",
    ]);
    await giveRate(shop, { currency: "GBP", rate: "1.3" });
    expect(await found()).toEqual([]);
  });

  it("that is by hand for a day isn't about to be too old at once", async () => {
    await giveRate(shop, { currency: "GBP", rate: "1.3", maxAgeDays: 1 });
    expect(await found()).toEqual([]);
    await ratesAge(shop, 12 * 60 + 1);
    expect(await problem()).toMatchObject([1, expect.stringContaining("soon")]);
  });

  it("fails at its URL: the last one is used, then the one by hand, then none", async () => {
    await giveRate(shop, { ...EUR_URL, fallback: FALLBACK }, eur("1.08"));
    await ratesAge(shop, 31);
    await readNow(HTML);
    expect(await problem()).toEqual([
      1,
      "The rate URL for EUR didn't answer in JSON. The last rate is used until it is too old.",
    ]);
    await ratesAge(shop, 30);
    await readNow({ failure: "unreachable" });
    expect(await problem()).toEqual([
      1,
      "The rate URL for EUR didn't answer within 5 seconds, or isn't a public HTTPS address. The rate entered by hand is used until it is too old.",
    ]);
    await ratesAge(shop, 2 * 24 * 60);
    expect(await problem()).toEqual([
      3,
      "There is no current rate for EUR: its URL didn't answer within 5 seconds, or isn't a public HTTPS address. Prices in EUR are refused. Prices in USDT still work.",
    ]);
    await readNow(eur("1.08"));
    expect(await found()).toEqual([]);
  });

  it("that isn't read at all is a problem too", async () => {
    await giveRate(shop, { ...EUR_URL }, eur("1.08"));
    await ratesAge(shop, 61);
    expect(await problem()).toMatchObject([3, expect.stringContaining("the last one is too old")]);
  });

  it("has jumped: a member is asked, and more so when none is left", async () => {
    await giveRate(shop, { ...EUR_URL }, eur("1.08"));
    await readNow(eur("1.2"));
    const jump = "The rate URL for EUR answers a rate that is far from earlier ones.";
    expect(await problem()).toEqual([2, `${jump} It isn't used until you accept it.`]);
    await ratesAge(shop, 61);
    await readNow(eur("1.2"));
    expect(await problem()).toEqual([3, `${jump} Prices in EUR are refused until you accept it.`]);
    await acceptRate(await memberContext(shop), { currency: "EUR", rate: "1.2" });
    expect(await found()).toEqual([]);
  });
});

it("owners and managers who chose it are told when it begins, when it becomes worse, and when it is over", async () => {
  const owner = await memberContext(shop, { environment: "live" });
  await savePreferences(owner, { kinds: ["rate"], payments: "each", byEmail: true, quiet: null });
  const developer = await memberContext(shop, { role: "developer", environment: "live" });
  const chosen = { kinds: ["rate" as const], payments: "each" as const, byEmail: true, quiet: null };
  await expect(savePreferences(developer, chosen)).rejects.toMatchObject({ code: "forbidden" });
  await giveRate(shop, { ...EUR_URL }, eur("1.08"));
  await readNow(eur("1.2"));
  expect(await sync(await found())).toBe(1);
  expect(await sync(await found())).toBe(0);
  await ratesAge(shop, 61);
  expect(await sync(await found())).toBe(1);
  await removeRate(owner, { currency: "EUR" });
  expect(await syncLater(await found())).toBe(1);
  expect(await sql()`select kind from alarms where cleared_at is null`).toEqual([]);
});
