import { expect, it } from "vitest";
import { parseSender } from "@/lib/base/values/mail-sender";

it.each([
  ["till@shop.example", "", "till@shop.example"],
  ["<till@shop.example>", "", "till@shop.example"],
  ["Till <till@shop.example>", "Till", "till@shop.example"],
  ["Corner Shop<till@shop.example>", "Corner Shop", "till@shop.example"],
  ["Shop, Inc. <till@shop.example>", "Shop, Inc.", "till@shop.example"],
  ["Müller & Söhne, Basel <till@shop.example>", "Müller & Söhne, Basel", "till@shop.example"],
  ["Shop: Payments; Refunds <till@shop.example>", "Shop: Payments; Refunds", "till@shop.example"],
  ["till@shop.example <till@shop.example>", "till@shop.example", "till@shop.example"],
  ['"Shop, Inc." <till@shop.example>', "Shop, Inc.", "till@shop.example"],
  ['"The \\"Corner\\" Shop" <till@shop.example>', 'The "Corner" Shop', "till@shop.example"],
  ['"Shop <Basel>" <till@shop.example>', "Shop <Basel>", "till@shop.example"],
  ["till@shop.example (Corner Shop)", "Corner Shop", "till@shop.example"],
  ["  Till\t <till@shop.example>  ", "Till", "till@shop.example"],
  ["=?UTF-8?Q?M=C3=BCller=2C_Basel?= <till@shop.example>", "Müller, Basel", "till@shop.example"],
  ["=?utf-8?B?5bqX?= =?utf-8?B?6ZO6?= <till@shop.example>", "店铺", "till@shop.example"],
  ['"corner shop"@shop.example', "", '"corner shop"@shop.example'],
  ["till@localhost", "", "till@localhost"],
  ["Till <till@[192.0.2.1]>", "Till", "till@[192.0.2.1]"],
])("%s is %j at %s", (text, name, address) => {
  expect(parseSender(text)).toEqual({ name, address });
});

it.each([
  "",
  "Till",
  "till@",
  "Till <>",
  "Till <till>",
  "a@shop.example, b@shop.example",
  "A <a@shop.example>, B <b@shop.example>",
  "Shops: a@shop.example, b@shop.example;",
  "till@shop.example b@shop.example",
])("%j is no sender", (text) => expect(parseSender(text)).toBeNull());
