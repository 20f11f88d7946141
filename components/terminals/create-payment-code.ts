/** A curl command that creates a first payment, ready to paste into a shell. */
export function createPaymentCurl(appUrl: string, key: string): string {
  return `curl ${appUrl}/api/v1/create-payment-intent \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"amount_usdt": 12.5, "reference": "order-1042"}'`;
}
