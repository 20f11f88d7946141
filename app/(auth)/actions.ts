"use server";

import { publicAction, userAction } from "@/lib/auth/action";
import { withAnonymousContext } from "@/lib/auth/anonymous";
import { AcceptInvitationInput, acceptInvitation as accept } from "@/lib/members/accept-invitation";
import { signUpInvited as joinAsNew, SignUpInvitedInput } from "@/lib/members/sign-up-invited";
import { signUp as makeAccount, SignUpInput } from "@/lib/merchants/sign-up";
import { UnsubscribeInput, unsubscribeByLink } from "@/lib/notifications/unsubscribe";
import { BeginPasskeySignInInput, beginPasskeySignIn as beginPasskey } from "@/lib/users/begin-passkey-sign-in";
import { CompleteResetInput, completePasswordReset as completeReset } from "@/lib/users/complete-password-reset";
import { ConfirmEmailInput, confirmEmail as moveEmail } from "@/lib/users/confirm-email";
import { RequestResetInput, requestPasswordReset as requestReset } from "@/lib/users/request-password-reset";

export const signUp = publicAction(SignUpInput, withAnonymousContext("sign-up", makeAccount));

export const requestPasswordReset = publicAction(RequestResetInput, withAnonymousContext("forgot", requestReset));

export const completePasswordReset = publicAction(CompleteResetInput, withAnonymousContext("reset", completeReset));

export const confirmEmail = publicAction(ConfirmEmailInput, withAnonymousContext("confirm-email", moveEmail));

export const signUpInvited = publicAction(SignUpInvitedInput, withAnonymousContext("invited", joinAsNew));

export const beginPasskeySignIn = publicAction(BeginPasskeySignInInput, withAnonymousContext("passkey", beginPasskey));

export const unsubscribeFromNotifications = publicAction(
  UnsubscribeInput,
  withAnonymousContext("unsubscribe", unsubscribeByLink),
);

export const acceptInvitation = userAction({ input: AcceptInvitationInput }, accept);
