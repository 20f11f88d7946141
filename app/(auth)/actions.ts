"use server";

import { signUp as makeAccount, SignUpInput } from "@/lib/business/merchants/sign-up";
import { UnsubscribeInput, unsubscribeByLink } from "@/lib/delivery/notifications/unsubscribe";
import { AcceptInvitationInput, acceptInvitation as accept } from "@/lib/people/members/accept-invitation";
import { signUpInvited as joinAsNew, SignUpInvitedInput } from "@/lib/people/members/sign-up-invited";
import {
  CompleteResetInput,
  completePasswordReset as completeReset,
} from "@/lib/people/sign-in/complete-password-reset";
import { ConfirmEmailInput, confirmEmail as moveEmail } from "@/lib/people/sign-in/confirm-email";
import { RequestResetInput, requestPasswordReset as requestReset } from "@/lib/people/sign-in/request-password-reset";
import { BeginPasskeySignInInput, beginPasskeySignIn as beginPasskey } from "@/lib/people/sign-in/sign-in-with-passkey";
import { publicAction, userAction } from "@/lib/service/auth/action";
import { withAnonymousContext } from "@/lib/service/auth/anonymous";

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
