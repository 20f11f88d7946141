import { formatCount } from "@/lib/base/values/intl";

/** What people read under Settings, Business; Team and Audit log have files of their own. */
export const settingsMessages = {
  title: "Settings",
  nav: {
    business: "Business",
    currencies: "Currencies",
    notifications: "Notifications",
    team: "Team",
    audit: "Audit log",
    account: "Your account",
  },
  business: {
    title: "Business",
    description: "Name, branding and support contact, for sandbox and live.",
    loading: "Loading settings",
    onlyOwner: "Only an owner can change this.",
    /** in place of what concerns live payments alone */
    liveOff: "Live payments aren't available on this server.",
    details: {
      title: "Name and time zone",
      description: "Customers see the name when they pay.",
      name: "Name",
      timeZone: "Time zone",
      timeZoneHint: "Used for times and days in the dashboard. Reports use each terminal's time zone.",
      searchTimeZones: "Search time zones",
      save: "Save details",
      saved: "Details saved",
    },
    logo: {
      title: "Logo",
      description: "Shown on the payment page, above the amount.",
      choose: "Choose image",
      replace: "Replace image",
      remove: "Remove logo",
      removeTitle: "Remove the logo?",
      removeConsequence: "Customers see only the name of your business. To restore the logo, upload the image again.",
      file: "Logo",
      hint: "PNG, JPEG or WebP. Large images are resized automatically.",
      saved: "Logo saved",
      removed: "Logo removed",
      tooLarge: "This file is larger than 20 MB. Choose a smaller image.",
      wrongType: "Upload a PNG, JPEG or WebP image.",
      unreadable: "This image can't be read. Save it as a PNG and try again.",
    },
    accent: {
      title: "Accent colour",
      description: "Shown as a band on the payment page.",
      colour: "Colour",
      hint: "Leave empty for none.",
      pick: "Pick a colour",
      clear: "Clear colour",
      preview: "Payment page preview",
      save: "Save colour",
      saved: "Accent colour saved",
    },
    contact: {
      title: "Support contact",
      description:
        "Customers see it on the payment page and the receipt if a payment has expired, was cancelled, arrived late or was overpaid.",
      email: "Support email",
      emailHint: "Customers' messages have the payment's ID in the subject.",
      page: "Support page",
      pageHint: "Opens with the payment's ID as intent_id, for example https://shop.example/help.",
      phone: "Support phone",
      phoneHint: "With the country code, for example +351 21 000 0000.",
      empty: "Leave a field empty if you don't offer it. A terminal can have a support contact of its own.",
      save: "Save contact",
      saved: "Support contact saved",
    },
    cap: {
      title: "Daily live cap",
      description:
        "The most your live payments can add up to in one UTC day. A new payment that would exceed it is declined.",
      label: "Cap",
      hint: "Leave empty for no cap.",
      none: "No cap set.",
      save: "Save cap",
      saved: "Cap saved",
    },
    /** shown in the sandbox only */
    sandbox: {
      title: "Sandbox data",
      description: "Try reports and filters on a full sandbox, or start over with an empty one. Live isn't affected.",
      generate: "Generate sample payments",
      generateHint:
        "Adds 30 days of payments for your terminals: paid, expired and cancelled, some underpaid or overpaid, some with tips. They have sample = true in their metadata. No webhooks are sent.",
      generated: (count: number) => `${formatCount(count)} sample payments added`,
      see: "See payments",
      reset: "Reset sandbox",
      resetHint:
        "Deletes all sandbox payments with their transfers, events and deliveries, all sandbox shifts and the sandbox request log. Keys, terminals and webhook endpoints stay.",
      resetTitle: "Reset the sandbox?",
      resetConsequence:
        "All sandbox payments created until now are deleted, with their transfers, events, webhook deliveries, notes and shifts, and the sandbox request log. This can't be undone. Live isn't affected.",
      nameLabel: (name: string) => `Enter ${name} to confirm`,
      resetStarted: "Sandbox reset started",
      running: (done: number, of: number) =>
        of === 0
          ? "The sandbox is being reset."
          : `The sandbox is being reset: ${formatCount(done)} of ${formatCount(of)} payments deleted.`,
      progress: "Payments deleted",
      last: "Last reset:",
    },
    addresses: {
      title: "Address reuse",
      description: "Whether a wallet address can receive more than one payment.",
    },
  },
};
