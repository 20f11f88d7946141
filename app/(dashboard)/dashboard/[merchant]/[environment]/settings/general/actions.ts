"use server";

import { RemoveLogoInput, removeLogo as removeLogoVerb } from "@/lib/business/merchants/logo-remove";
import { SetLogoInput, setLogo as setLogoVerb } from "@/lib/business/merchants/logo-set";
import {
  UpdateAccentInput,
  UpdateCapInput,
  UpdateContactInput,
  UpdateMerchantInput,
  updateAccent as updateAccentVerb,
  updateContact as updateContactVerb,
  updateDailyCap as updateDailyCapVerb,
  updateMerchant as updateMerchantVerb,
} from "@/lib/business/merchants/update";
import { GenerateSamplesInput, generateSamples as generateSamplesVerb } from "@/lib/payments/sandbox/generate-samples";
import { RequestResetInput, requestReset } from "@/lib/payments/sandbox/request-reset";
import { wakeJobs } from "@/lib/service/api/wake";
import { memberAction } from "@/lib/service/auth/action";

export const updateMerchant = memberAction(
  { input: UpdateMerchantInput, permission: "merchant.manage" },
  updateMerchantVerb,
);

export const updateAccent = memberAction({ input: UpdateAccentInput, permission: "merchant.manage" }, updateAccentVerb);

export const updateContact = memberAction(
  { input: UpdateContactInput, permission: "merchant.manage" },
  updateContactVerb,
);

export const setLogo = memberAction({ input: SetLogoInput, permission: "merchant.manage" }, setLogoVerb);

export const removeLogo = memberAction({ input: RemoveLogoInput, permission: "merchant.manage" }, removeLogoVerb);

export const updateDailyCap = memberAction({ input: UpdateCapInput, permission: "cap.manage" }, updateDailyCapVerb);

export const generateSamples = memberAction(
  { input: GenerateSamplesInput, permission: "merchant.manage" },
  generateSamplesVerb,
);

export const resetSandbox = memberAction(
  { input: RequestResetInput, permission: "merchant.manage" },
  async (ctx, input) => {
    await requestReset(ctx, input);
    wakeJobs();
  },
);
