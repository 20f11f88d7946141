"use server";

import { userAction } from "@/lib/auth/action";
import { KeepBrowserKnownInput, rememberBrowser } from "@/lib/auth/known-browser";
import { leaveMerchant as endMembership, LeaveMerchantInput } from "@/lib/members/leave";
import { AddMerchantInput, addMerchant as createMerchant } from "@/lib/merchants/add";
import { AddPasskeyInput, addPasskey as keepPasskey } from "@/lib/users/add-passkey";
import { BeginAuthenticatorInput, beginAuthenticator as beginTotp } from "@/lib/users/begin-authenticator";
import { BeginPasskeyInput, beginPasskey as startPasskey } from "@/lib/users/begin-passkey";
import { ChangeEmailInput, changeEmail as moveEmail } from "@/lib/users/change-email";
import { ChangeNameInput, changeName as rename } from "@/lib/users/change-name";
import { ChangePasswordInput, changePassword as replacePassword } from "@/lib/users/change-password";
import { ChooseExportFormatInput, chooseExportFormat as keepExportFormat } from "@/lib/users/choose-export-format";
import { ConfirmAuthenticatorInput, confirmAuthenticator as confirmTotp } from "@/lib/users/confirm-authenticator";
import { removeAuthenticator as removeTotp, SecondFactorInput } from "@/lib/users/remove-authenticator";
import { removePasskey as deletePasskey, RemovePasskeyInput } from "@/lib/users/remove-passkey";
import { replaceRecoveryCodes as replaceCodes } from "@/lib/users/replace-recovery-codes";
import { RequestTwoStepLinkInput, requestTwoStepLink as sendTwoStepLink } from "@/lib/users/request-two-step-link";
import { revokeOtherSessions as endOtherSessions, RevokeOtherSessionsInput } from "@/lib/users/revoke-other-sessions";
import { revokeSession as endSession, RevokeSessionInput } from "@/lib/users/revoke-session";

export const changeName = userAction({ input: ChangeNameInput }, rename);

export const chooseExportFormat = userAction({ input: ChooseExportFormatInput }, keepExportFormat);

export const changeEmail = userAction({ input: ChangeEmailInput, password: true }, moveEmail);

export const changePassword = userAction({ input: ChangePasswordInput, password: true }, async (ctx, input) => {
  await replacePassword(ctx, input);
  await rememberBrowser(ctx, ctx.sessionId);
});

export const beginAuthenticator = userAction({ input: BeginAuthenticatorInput, password: true }, beginTotp);

export const requestTwoStepLink = userAction({ input: RequestTwoStepLinkInput }, sendTwoStepLink);

export const confirmAuthenticator = userAction({ input: ConfirmAuthenticatorInput }, confirmTotp);

/** After the recovery codes are read: an action that sets a cookie brings a new page, which doesn't have them. */
export const keepBrowserKnown = userAction({ input: KeepBrowserKnownInput }, (ctx) =>
  rememberBrowser(ctx, ctx.sessionId),
);

export const removeAuthenticator = userAction({ input: SecondFactorInput, password: true }, removeTotp);

export const replaceRecoveryCodes = userAction({ input: SecondFactorInput, password: true }, replaceCodes);

export const beginPasskey = userAction({ input: BeginPasskeyInput, password: true }, startPasskey);

export const addPasskey = userAction({ input: AddPasskeyInput }, keepPasskey);

export const removePasskey = userAction({ input: RemovePasskeyInput, password: true }, deletePasskey);

export const revokeSession = userAction({ input: RevokeSessionInput }, endSession);

export const revokeOtherSessions = userAction({ input: RevokeOtherSessionsInput }, endOtherSessions);

export const addMerchant = userAction({ input: AddMerchantInput }, createMerchant);

export const leaveMerchant = userAction({ input: LeaveMerchantInput }, endMembership);
