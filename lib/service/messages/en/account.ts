/** What a person reads about their own account. */
export const accountMessages = {
  pages: {
    label: "Your account",
    profile: "Profile",
    security: "Two-step sign-in",
    sessions: "Sessions",
    log: "Security log",
  },
  backTo: (business: string) => `Back to ${business}`,
  backToDashboard: "Back to dashboard",
  signOut: "Sign out",
  password: "Your password",
  /** on every page while someone keeps guessing codes; split where a link stands */
  wrongCodes: {
    text: (count: number) =>
      `In the last two weeks, someone entered your password and then ${count} incorrect authenticator codes. None of those codes worked. If this wasn't you,`,
    changePassword: "change your password",
    logBefore: "The",
    log: "security log",
    logAfter: "lists every attempt.",
  },
  name: {
    title: "Name",
    description: "Shown to your team and in the audit log.",
    label: "Your name",
    submit: "Save name",
    saved: "Name saved",
  },
  theme: {
    title: "Theme",
    description: "For this browser. System follows your device's setting.",
  },
  email: {
    title: "Email",
    description: "You sign in with this email. To change it, confirm the link we send to the new one.",
    descriptionWithoutMail:
      "You sign in with this email. This server sends no email, so your password confirms a change and it applies immediately.",
    change: "Change email",
    label: "New email",
    outcomes: {
      changed: "Email changed. Use it the next time you sign in.",
      mail_sent:
        "We've sent a confirmation link to your new email. It expires in an hour. Nothing changes until you confirm.",
      mail_deferred:
        "The confirmation link to your new email is delayed. We'll keep trying for half an hour. It expires in an hour, and nothing changes until you confirm.",
      mail_failed:
        "We couldn't send the confirmation link, so nothing was changed. Check the address. If it's correct, contact your administrator.",
    },
  },
  changePassword: {
    title: "Password",
    description: "Changing it signs you out everywhere else.",
    current: "Current password",
    label: "New password",
    submit: "Change password",
    changed: "Password changed",
    changedDetail: "You've been signed out everywhere else.",
  },
  businesses: {
    title: "Businesses",
    add: "Add business",
    empty: "You're not part of a business yet. Ask an owner or manager to invite you.",
    leave: "Leave",
    leaveNamed: (business: string) => `Leave ${business}`,
    leaveTitle: (business: string) => `Leave ${business}?`,
    leaveConsequence: "You'll lose access immediately and need a new invitation to return.",
    leaveSubmit: "Leave business",
    left: (business: string) => `You left ${business}`,
  },
  newBusiness: {
    title: "Add a business",
    description: "Each business has its own terminals, keys, team and reports. You'll be its owner.",
    submit: "Add business",
  },
  firstBusiness: {
    pageTitle: "Dashboard",
    title: "Add your first business",
    description: "Your account isn't part of a business yet.",
    invitationTitle: "You're not part of a business yet",
    invitation: (email: string) => `Ask an owner or manager to invite ${email}, then open the link in the invitation.`,
  },
  security: {
    on: "On",
    off: "Off",
    description: "Require a code from an authenticator app when you sign in.",
    authenticator: {
      title: "Authenticator app",
      description: "Any app for one-time codes, or your password manager.",
      /** before the moment */
      since: "On since",
      add: "Add authenticator app",
      scan: "Scan this QR code with your authenticator app.",
      qr: "QR code for your authenticator app",
      cannotScan: "Can't scan it?",
      typeKey: "Enter this key in the app. The key is time-based.",
      key: "setup key",
      /** where the code is shown on the phone that the app is on */
      openApp: "Open authenticator app",
      code: "Enter the 6-digit code from the app",
      turnOn: "Turn on",
      signsOut: "Turning it on signs you out everywhere else.",
    },
    turnOff: {
      open: "Turn off",
      title: "Turn off two-step sign-in?",
      description: "You'll sign in with your password alone. Your recovery codes stop working too.",
      submit: "Turn off",
      done: "Two-step sign-in is off",
    },
    requiredBy: (businesses: string) => `Required by ${businesses}. Set it up to continue.`,
    whileRequired: (businesses: string) =>
      `You'll lose access to ${businesses}, which requires it, until you turn it on again. After an hour, your password alone isn't enough to do that.`,
    setup: {
      byLink: "Your password alone isn't enough to set it up. Request a setup link by email.",
      byOwner: (businesses: string) =>
        `Your password alone isn't enough to set it up. Ask an owner of ${businesses} to allow it under Settings > Team. You then have one hour.`,
      request: "Email setup link",
      requestNew: "Email a new link",
      sent: (email: string) =>
        `We've sent a setup link to ${email}. It works once and expires in an hour. Check your spam folder too.`,
      delayed: (email: string) =>
        `The setup link to ${email} is delayed. We'll keep trying for half an hour. It works once and expires in an hour.`,
      notSent: "We couldn't send the setup link. Try again, or contact your administrator.",
    },
    continueTo: (business: string) => `Continue to ${business}`,
    code: "Code",
    codeHint: "A 6-digit code from your authenticator app, or a recovery code.",
  },
  passkeys: {
    title: "Passkeys",
    description:
      "Sign in with your fingerprint, face or device PIN instead of your password and code. A passkey can also replace the code alone.",
    list: "Your passkeys",
    empty: "You have no passkeys yet.",
    held: "You can add passkeys once two-step sign-in is on.",
    /** before the moment */
    added: "added",
    lastUsed: "last used",
    neverUsed: "never used",
    add: "Add passkey",
    name: "Name",
    nameHint: "Tells your passkeys apart, for example Laptop.",
    cancelled: "The passkey wasn't created. You can try again.",
    exists: "This device already has a passkey for your account.",
    unsupported: "This browser doesn't support passkeys.",
    done: (name: string) => `Passkey ${name} added`,
    remove: "Remove",
    removeNamed: (name: string) => `Remove passkey ${name}`,
    removeTitle: (name: string) => `Remove passkey ${name}?`,
    removeConsequence: "You can no longer sign in with it. Delete it from your device or password manager too.",
    removeSubmit: "Remove passkey",
    removed: (name: string) => `Passkey ${name} removed`,
    /** offered with a new password and a new authenticator */
    removeAll: {
      label: (count: number) => (count === 1 ? "Remove my passkey" : `Remove my ${count} passkeys`),
      hint: (names: string[]) =>
        `${names.join(", ")}. Choose this if you don't know one of them, or if someone else may know your password.`,
    },
  },
  recoveryCodes: {
    title: "Recovery codes",
    description: "Use one to sign in if you lose your authenticator. Each works once.",
    noneLeft: "You have no recovery codes left. Generate new ones so you can't be locked out.",
    fewLeft: "You're running low on recovery codes. Generate new ones before you run out.",
    /** after the number */
    left: "of 10 codes left",
    generate: "Generate new codes",
    generateTitle: "Generate recovery codes",
    oldStop: "Your old codes will stop working immediately.",
    turnedOn: "Two-step sign-in is on.",
    store:
      "Store these codes somewhere safe, away from your authenticator. Each one lets you sign in once if you lose it.",
    shownOnce: "Shown once",
    copyAll: "Copy all",
    /** what the button above copies, for a screen reader */
    all: "all codes",
    download: "Download codes",
    saved: "I've saved these codes",
  },
  sessions: {
    description: "Where you're signed in. If you don't know a session, sign it out and change your password.",
    list: "Active sessions",
    current: "This session",
    /** before the moment */
    signedIn: "signed in",
    lastSeen: "last active",
    signOut: "Sign out",
    signOutNamed: (device: string) => `Sign out ${device}`,
    signedOut: (device: string) => `Signed out ${device}`,
    others: {
      open: "Sign out other sessions",
      title: (count: number) => (count === 1 ? "Sign out the other session?" : `Sign out ${count} other sessions?`),
      consequence: "Unsaved work there is lost. You'll stay signed in here.",
      submit: "Sign out sessions",
      done: "Signed out everywhere else",
    },
  },
  log: {
    description: "Your account activity, newest first. Entries can't be changed.",
    empty: {
      title: "No more entries",
      text: "You've reached the end of the log.",
      action: "Show the latest entries",
    },
    shown: (count: number) => (count === 1 ? "1 entry" : `${count} entries`),
  },
};

/** The fields of a new business, at sign-up and in the account. */
export const businessFieldMessages = {
  name: "Business name",
  nameHint: "Customers see this when they pay.",
  namePlaceholder: "Corner Bookshop",
  timeZone: "Time zone",
  timeZoneHint: "Used in the dashboard and suggested for your terminals. Reports use each terminal's time zone.",
  searchTimeZones: "Search time zones",
};
