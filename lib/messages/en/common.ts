/** Words of buttons and states that several rooms share. */
export const commonMessages = {
  back: "Back",
  cancel: "Cancel",
  close: "Close",
  continue: "Continue",
  done: "Done",
  exportCsv: "Export CSV",
  live: "Live",
  loading: "Loading…",
  otherVersion: "Till was updated. Reload this page and try again.",
  retry: "Try again",
  sandbox: "Sandbox",
  unreachable: "Couldn't reach the server. Check your connection and try again.",
};
