/** What an audit entry can be about, for the filter. */
export const auditActions: { value: string; label: string }[] = [
  { value: "merchant", label: "Shop" },
  { value: "member", label: "Team" },
  { value: "invitation", label: "Invitations" },
  { value: "terminal", label: "Terminals" },
  { value: "device", label: "Devices of terminals" },
  { value: "api_key", label: "Keys" },
  { value: "webhook_endpoint", label: "Webhook endpoints" },
  { value: "delivery", label: "Deliveries" },
  { value: "intent", label: "Payments" },
  { value: "wallet", label: "Receiving wallet" },
  { value: "attention", label: "Needs attention" },
  { value: "refund", label: "Refunds" },
  { value: "transfer", label: "Transactions" },
];

const WORDS: Record<string, string> = {
  "merchant.created": "Shop opened",
  "merchant.updated": "Shop changed",
  "merchant.cap_changed": "Daily cap changed",
  "merchant.logo_changed": "Logo changed",
  "merchant.logo_removed": "Logo removed",
  "member.joined": "Joined the team",
  "member.changed": "Role changed",
  "member.removed": "Removed from the team",
  "member.left": "Left the team",
  "invitation.created": "Invitation made",
  "invitation.revoked": "Invitation revoked",
  "terminal.created": "Terminal created",
  "terminal.updated": "Terminal changed",
  "terminal.archived": "Terminal archived",
  "terminal.restored": "Terminal taken back into use",
  "device.created": "Device link made",
  "device.opened": "Device link opened",
  "device.revoked": "Device signed out",
  "api_key.issued": "Key issued",
  "api_key.rotated": "Key rotated",
  "api_key.ended": "Old key ended",
  "webhook_endpoint.created": "Endpoint added",
  "webhook_endpoint.updated": "Endpoint changed",
  "webhook_endpoint.deleted": "Endpoint deleted",
  "webhook_endpoint.enabled": "Endpoint switched on",
  "webhook_endpoint.disabled": "Endpoint switched off",
  "webhook_endpoint.secret_revealed": "Signing secret shown",
  "webhook_endpoint.secret_rotated": "Signing secret rotated",
  "webhook_endpoint.secret_activated": "New signing secret took over",
  "intent.cancelled": "Payment cancelled",
  "merchant.never_reuse_changed": "Re-use of addresses changed",
  "wallet.set": "Receiving wallet set",
  "attention.accepted": "Item accepted",
  "attention.rest_asked": "Rest asked for",
  "address.balance_accepted": "Balance of an address accepted",
  "attention.reopened": "Opened again: remaining amount not paid",
  "refund.prepared": "Refund prepared",
  "refund.withdrawn": "Refund withdrawn",
  "transfer.attached": "Transaction attached",
};

/** An action as words; one without words of its own is read off its name: `terminal.renamed` is "Terminal renamed". */
export function actionWords(action: string): string {
  const words = WORDS[action] ?? action.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
