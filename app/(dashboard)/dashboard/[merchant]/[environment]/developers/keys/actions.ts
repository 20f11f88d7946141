"use server";

import { createRestrictedKey as createVerb } from "@/lib/business/keys/create-restricted";
import { endRestrictedKey as endVerb } from "@/lib/business/keys/end-restricted";
import { endRestrictedSecret as endSecretVerb } from "@/lib/business/keys/end-restricted-secret";
import { rotateRestrictedKey as rotateVerb } from "@/lib/business/keys/rotate-restricted";
import {
  CreateRestrictedKeyInput,
  RestrictedKeyId,
  RestrictedSecretId,
  RotateRestrictedKeyInput,
} from "@/lib/business/keys/schemas";
import { memberAction } from "@/lib/service/auth/action";

export const createRestrictedKey = memberAction(
  { input: CreateRestrictedKeyInput, permission: "keys.manage", password: true },
  createVerb,
);

export const rotateRestrictedKey = memberAction(
  { input: RotateRestrictedKeyInput, permission: "keys.manage", password: true },
  rotateVerb,
);

export const endRestrictedKey = memberAction({ input: RestrictedKeyId, permission: "keys.manage" }, endVerb);

export const endRestrictedSecret = memberAction(
  { input: RestrictedSecretId, permission: "keys.manage" },
  endSecretVerb,
);
