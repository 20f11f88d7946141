"use server";

import {
  SetMerchantCurrencyInput,
  setMerchantCurrency as setMerchantCurrencyVerb,
} from "@/lib/business/merchants/currency";
import { SetQuoteLifeInput, setQuoteLife as setQuoteLifeVerb } from "@/lib/business/merchants/update";
import { AcceptRateInput, acceptRate as acceptRateVerb } from "@/lib/payments/prices/accept-rate";
import { RemoveRateInput, removeRate as removeRateVerb } from "@/lib/payments/prices/remove-rate";
import { reviewRate as reviewRateVerb } from "@/lib/payments/prices/review-rate";
import { SetRateInput, setRate as setRateVerb } from "@/lib/payments/prices/set-rate";
import { TestRateUrlInput, testRateUrl as testRateUrlVerb } from "@/lib/payments/prices/test-rate-url";
import { memberAction } from "@/lib/service/auth/action";

export const setMerchantCurrency = memberAction(
  { input: SetMerchantCurrencyInput, permission: "rates.manage", password: true },
  setMerchantCurrencyVerb,
);

export const setQuoteLife = memberAction(
  { input: SetQuoteLifeInput, permission: "rates.manage", password: true },
  setQuoteLifeVerb,
);

/** Changes nothing: what a rate would mean, for a member to check. */
export const reviewRate = memberAction({ input: SetRateInput, permission: "rates.manage" }, reviewRateVerb);

export const testRateUrl = memberAction({ input: TestRateUrlInput, permission: "rates.manage" }, testRateUrlVerb);

export const setRate = memberAction({ input: SetRateInput, permission: "rates.manage", password: true }, setRateVerb);

export const acceptRate = memberAction(
  { input: AcceptRateInput, permission: "rates.manage", password: true },
  acceptRateVerb,
);

export const removeRate = memberAction(
  { input: RemoveRateInput, permission: "rates.manage", password: true },
  removeRateVerb,
);
