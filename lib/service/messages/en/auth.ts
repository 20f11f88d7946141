/** What people read when they sign in, create an account, reset a password or open a link from an email. */
export const authMessages = {
  fields: {
    email: "Email",
    password: "Password",
    newPassword: "New password",
  },
  haveAccount: "Already have an account?",
  signIn: {
    title: "Sign in",
    submit: "Sign in",
    capsLock: "Caps Lock is on.",
    forgotPassword: "Forgot password?",
    noAccount: "No account yet?",
    createAccount: "Create account",
    invitationOnly: "Need an account? Ask your team for an invitation.",
    withPasskey: "Use a passkey",
  },
  code: {
    form: "Two-step sign-in",
    label: "Authenticator code",
    hint: "The 6-digit code from your authenticator app.",
    useAuthenticator: "Use authenticator app",
    recoveryLabel: "Recovery code",
    recoveryHint:
      "Each recovery code works once. If you've lost them too, ask your administrator to turn off your two-step sign-in.",
    useRecoveryCode: "Use a recovery code",
    usePasskey: "Use a passkey",
  },
  refused: {
    signInFailed: "Incorrect email or password.",
    codeRequired: "Enter the 6-digit code from your authenticator app.",
    wrongCode: "Incorrect code. Each code works once: wait for the next one, or use a recovery code.",
    passkeyRefused: "This passkey wasn't accepted. Try again, or sign in another way.",
    passkeyCancelled: "Signing in with a passkey was cancelled. You can try again.",
    rateLimited: (seconds: number) =>
      `Too many attempts. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
    codesPaused: (minutes: number) =>
      `Too many incorrect codes. Try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}, or use a recovery code.`,
    cookiesBlocked:
      "Your browser blocks cookies, so you can't stay signed in. Allow cookies for this site, then try again.",
    otherAddress: (address: string) => `You can't sign in at this address. Open ${address} and sign in there.`,
    failed: "Something went wrong on our end. Try again in a moment.",
  },
  signUp: {
    pageTitle: "Create account",
    title: "Create your account",
    description: "You'll start in the sandbox, where no real money moves.",
    submit: "Create account",
    closed: {
      title: "Invitation required",
      description: "Ask an owner or manager of your business to invite you from Settings > Team.",
    },
  },
  newPassword: {
    hint: "At least 10 characters. Try four random words.",
    short: (missing: number) => `${missing} more ${missing === 1 ? "character" : "characters"} needed`,
    weak: "Too common. Choose another one.",
    fair: "Good. A longer one is stronger.",
    good: "Strong",
  },
  forgotPassword: {
    pageTitle: "Forgot password",
    title: "Reset your password",
    description: "Enter your email and we'll send you a reset link.",
    descriptionWithoutMail: "Email isn't set up here. Enter yours, then ask your administrator for a reset link.",
    submit: "Request reset link",
    sent: "If this email has an account, we've sent it a reset link. It works once and expires in an hour. Check your spam folder too.",
    noted: "If this email has an account, your administrator can now create a reset link. The server log shows how.",
    back: "Back to sign in",
  },
  resetPassword: {
    pageTitle: "Reset password",
    title: "Choose a new password",
    description:
      "You'll be signed out everywhere, and your account's passkeys will be removed. Two-step sign-in isn't affected.",
    submit: "Set password",
  },
  confirmEmail: {
    pageTitle: "Confirm email",
    title: "Confirm your new email",
    /** around the new address, and the old one after it */
    description: { before: "You'll sign in with", between: "instead of" },
    submit: "Confirm email",
  },
  invitation: {
    pageTitle: "Invitation",
    title: (business: string) => `Join ${business}`,
    /** before the role */
    invitedBy: (person: string) => `${person} invited you to join as`,
    name: "Your name",
    nameHint: "Visible to your team.",
    accept: "Accept invitation",
    signInToAccept: "Sign in to accept",
    /** before the address of the person who is signed in */
    signedInAs: "You're signed in as",
    /** around the invited address, and the one that is signed in after it */
    forAnother: {
      before: "This invitation is for",
      between: ", but you're signed in as",
      after: "Sign out, then open the link again.",
    },
    signOut: "Sign out",
  },
  twoStepSetup: {
    title: "Set up two-step sign-in",
    /** before the address of the person who is signed in */
    signedInAs: "You're signed in as",
    description: "You need an authenticator app on your phone, or a password manager.",
    on: "Two-step sign-in is on",
    onText: "From now on, you sign in with your password and a code.",
  },
  linkEnded: {
    title: "This link no longer works",
    invitation: "It was used or revoked, or it has expired. Ask the person who invited you for a new one.",
    toDashboard: "Go to dashboard",
    twoStepSetup:
      "Setup links work once, expire after an hour and are for one person. Request a new one in your account.",
    resetPassword: "Reset links work once and expire after an hour. If you've just set a password, sign in with it.",
    requestNew: "Request a new link",
    confirmEmail: "Confirmation links work once and expire after an hour. Your account shows your current email.",
    toAccount: "Go to your account",
  },
};
