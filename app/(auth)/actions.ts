"use server";

import { publicAction, userAction } from "@/lib/auth/action";
import { asStranger } from "@/lib/auth/stranger";
import { AcceptInvitationInput, acceptInvitation as accept } from "@/lib/members/accept-invitation";
import { signUpInvited as joinAsNew, SignUpInvitedInput } from "@/lib/members/sign-up-invited";
import { CompleteResetInput, completePasswordReset as completeReset } from "@/lib/users/complete-password-reset";
import { ConfirmEmailInput, confirmEmail as moveEmail } from "@/lib/users/confirm-email";
import { RequestResetInput, requestPasswordReset as requestReset } from "@/lib/users/request-password-reset";
import { signUp as makeAccount, SignUpInput } from "@/lib/users/sign-up";

export const signUp = publicAction(SignUpInput, asStranger("sign-up", makeAccount));

export const requestPasswordReset = publicAction(RequestResetInput, asStranger("forgot", requestReset));

export const completePasswordReset = publicAction(CompleteResetInput, asStranger("reset", completeReset));

export const confirmEmail = publicAction(ConfirmEmailInput, asStranger("confirm-email", moveEmail));

export const signUpInvited = publicAction(SignUpInvitedInput, asStranger("invited", joinAsNew));

export const acceptInvitation = userAction({ input: AcceptInvitationInput }, accept);
