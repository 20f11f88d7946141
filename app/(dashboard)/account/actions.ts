"use server";

import { AddMerchantInput, addMerchant as createMerchant } from "@/lib/business/merchants/add";
import { ChangeNameInput, changeName as rename } from "@/lib/people/accounts/change-name";
import {
  ChooseExportFormatInput,
  chooseExportFormat as keepExportFormat,
} from "@/lib/people/accounts/choose-export-format";
import {
  revokeOtherSessions as endOtherSessions,
  RevokeOtherSessionsInput,
} from "@/lib/people/accounts/revoke-other-sessions";
import { revokeSession as endSession, RevokeSessionInput } from "@/lib/people/accounts/revoke-session";
import { leaveMerchant as endMembership, LeaveMerchantInput } from "@/lib/people/members/leave";
import {
  AddPasskeyInput,
  BeginPasskeyInput,
  addPasskey as keepPasskey,
  beginPasskey as startPasskey,
} from "@/lib/people/second-factor/add-passkey";
import {
  BeginAuthenticatorInput,
  beginAuthenticator as beginTotp,
} from "@/lib/people/second-factor/begin-authenticator";
import {
  ConfirmAuthenticatorInput,
  confirmAuthenticator as confirmTotp,
} from "@/lib/people/second-factor/confirm-authenticator";
import { removeAuthenticator as removeTotp, SecondFactorInput } from "@/lib/people/second-factor/remove-authenticator";
import { removePasskey as deletePasskey, RemovePasskeyInput } from "@/lib/people/second-factor/remove-passkey";
import { replaceRecoveryCodes as replaceCodes } from "@/lib/people/second-factor/replace-recovery-codes";
import {
  RequestTwoStepLinkInput,
  requestTwoStepLink as sendTwoStepLink,
} from "@/lib/people/second-factor/request-two-step-link";
import { ChangeEmailInput, changeEmail as moveEmail } from "@/lib/people/sign-in/change-email";
import { ChangePasswordInput, changePassword as replacePassword } from "@/lib/people/sign-in/change-password";
import { userAction } from "@/lib/service/auth/action";
import { RememberBrowserInput, rememberBrowser as remember } from "@/lib/service/auth/known-browser";

export const changeName = userAction({ input: ChangeNameInput }, rename);

export const chooseExportFormat = userAction({ input: ChooseExportFormatInput }, keepExportFormat);

export const changeEmail = userAction({ input: ChangeEmailInput, password: true }, moveEmail);

export const changePassword = userAction({ input: ChangePasswordInput, password: true }, async (ctx, input) => {
  await replacePassword(ctx, input);
  await remember(ctx, ctx.sessionId);
});

export const beginAuthenticator = userAction({ input: BeginAuthenticatorInput, password: true }, beginTotp);

export const requestTwoStepLink = userAction({ input: RequestTwoStepLinkInput }, sendTwoStepLink);

export const confirmAuthenticator = userAction({ input: ConfirmAuthenticatorInput }, confirmTotp);

/** After the recovery codes are read: an action that sets a cookie brings a new page, which doesn't have them. */
export const rememberBrowser = userAction({ input: RememberBrowserInput }, (ctx) => remember(ctx, ctx.sessionId));

export const removeAuthenticator = userAction({ input: SecondFactorInput, password: true }, removeTotp);

export const replaceRecoveryCodes = userAction({ input: SecondFactorInput, password: true }, replaceCodes);

export const beginPasskey = userAction({ input: BeginPasskeyInput, password: true }, startPasskey);

export const addPasskey = userAction({ input: AddPasskeyInput }, keepPasskey);

export const removePasskey = userAction({ input: RemovePasskeyInput, password: true }, deletePasskey);

export const revokeSession = userAction({ input: RevokeSessionInput }, endSession);

export const revokeOtherSessions = userAction({ input: RevokeOtherSessionsInput }, endOtherSessions);

export const addMerchant = userAction({ input: AddMerchantInput }, createMerchant);

export const leaveMerchant = userAction({ input: LeaveMerchantInput }, endMembership);
