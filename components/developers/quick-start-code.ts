/** A first call with `key` in four languages. */
export function quickStartCode(appUrl: string, key: string): { id: string; label: string; code: string }[] {
  const url = `${appUrl}/api/v1/create-payment-intent`;
  return [
    { id: "curl", label: "curl", code: curl(url, key) },
    { id: "node", label: "Node", code: node(url, key) },
    { id: "python", label: "Python", code: python(url, key) },
    { id: "php", label: "PHP", code: php(url, key) },
  ];
}

const curl = (url: string, key: string) => `curl ${url} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"amount_usdt": 12.5, "reference": "order-1042"}'`;

const node = (url: string, key: string) => `const response = await fetch("${url}", {
  method: "POST",
  headers: {
    authorization: "Bearer ${key}",
    "content-type": "application/json",
  },
  body: JSON.stringify({ amount_usdt: 12.5, reference: "order-1042" }),
});
const { intent } = await response.json();
console.log(intent.id, intent.checkout_url);`;

const python = (url: string, key: string) => `import json
import urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"amount_usdt": 12.5, "reference": "order-1042"}).encode(),
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
    },
)
intent = json.load(urllib.request.urlopen(request))["intent"]
print(intent["id"], intent["checkout_url"])`;

const php = (url: string, key: string) => `<?php
$response = file_get_contents("${url}", false, stream_context_create(["http" => [
    "method" => "POST",
    "header" => "Authorization: Bearer ${key}\\r\\nContent-Type: application/json",
    "content" => json_encode(["amount_usdt" => 12.5, "reference" => "order-1042"]),
]]));
$intent = json_decode($response)->intent;
echo $intent->id, " ", $intent->checkout_url;`;
