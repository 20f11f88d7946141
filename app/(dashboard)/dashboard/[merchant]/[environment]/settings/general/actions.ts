"use server";

import { memberAction } from "@/lib/auth/action";
import { RemoveLogoInput, removeLogo as takeLogoAway } from "@/lib/merchants/logo-remove";
import { setLogo as putLogo, SetLogoInput } from "@/lib/merchants/logo-set";
import {
  updateAccent as changeAccent,
  updateDailyCap as changeCap,
  updateMerchant as changeMerchant,
  UpdateAccentInput,
  UpdateCapInput,
  UpdateMerchantInput,
} from "@/lib/merchants/update";

export const updateMerchant = memberAction(
  { input: UpdateMerchantInput, permission: "merchant.manage" },
  changeMerchant,
);

export const updateAccent = memberAction({ input: UpdateAccentInput, permission: "merchant.manage" }, changeAccent);

export const setLogo = memberAction({ input: SetLogoInput, permission: "merchant.manage" }, putLogo);

export const removeLogo = memberAction({ input: RemoveLogoInput, permission: "merchant.manage" }, takeLogoAway);

export const updateDailyCap = memberAction({ input: UpdateCapInput, permission: "cap.manage" }, changeCap);
