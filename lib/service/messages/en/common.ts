/** Words of buttons and states that several rooms share. */
export const commonMessages = {
  back: "Back",
  cancel: "Cancel",
  close: "Close",
  continue: "Continue",
  done: "Done",
  export: {
    action: (format: string) => `Export ${format}`,
    choose: "Export formats",
    formats: {
      csv: { label: "CSV", description: "Commas, decimals as 12.5" },
      csv_decimal_comma: { label: "CSV", description: "Semicolons, decimals as 12,5" },
      csv_semicolon: { label: "CSV", description: "Semicolons, decimals as 12.5" },
      xlsx: { label: "XLSX", description: "For Excel and other spreadsheets" },
    },
  },
  live: "Live",
  loading: "Loading…",
  otherVersion: "Till was updated. Reload this page and try again.",
  retry: "Try again",
  sandbox: "Sandbox",
  unreachable: "Couldn't reach the server. Check your connection and try again.",
};
