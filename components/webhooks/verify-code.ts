type Names = {
  /** the endpoint's URL */
  url: string;
  /** the environment variable that holds the secret */
  variable: string;
};

/** The variable's name in the examples, one per environment so that the secrets are not mixed up. */
export function secretVariable(environment: "sandbox" | "live"): string {
  return `WEBHOOK_SECRET_${environment.toUpperCase()}`;
}

/** A receiver for one endpoint in four languages. Each runs as it is. */
export function verifyCode(names: Names): { id: string; label: string; code: string }[] {
  const { href, pathname, port } = new URL(names.url);
  const given = { ...names, url: href, path: pathname, port: port || "8080" };
  return [
    { id: "node", label: "Node", code: node(given) },
    { id: "python", label: "Python", code: python(given) },
    { id: "php", label: "PHP", code: php(given) },
    { id: "go", label: "Go", code: go(given) },
  ];
}

type Given = Names & { path: string; port: string };

const node = ({ url, variable, port }: Given) => `// ${url}
// Save as receiver.mjs, then run: ${variable}=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = process.env.${variable};
if (!secret) throw new Error("Set ${variable}.");

function isGenuine(rawBody, signature) {
  const expected = Buffer.from(createHmac("sha256", secret).update(rawBody).digest("hex"));
  const given = Buffer.from(signature ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const rawBody = Buffer.concat(chunks);
    if (!isGenuine(rawBody, request.headers["x-service-signature"])) {
      return response.writeHead(401).end();
    }
    // Store the event first. Process each payment only once, by its intent_id: the headers aren't signed.
    console.log(JSON.parse(rawBody));
    response.end();
  } catch (error) {
    console.error(error.message); // for example if the sender disconnected
    response.writeHead(500).end();
  }
}).listen(${port});`;

const python = ({ url, variable, port }: Given) => `# ${url}
# Save as receiver.py, then run: ${variable}=whsec_… python3 receiver.py
import hashlib
import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["${variable}"]


def is_genuine(raw_body: bytes, signature: str) -> bool:
    expected = hmac.new(SECRET.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = is_genuine(raw_body, self.headers["X-Service-Signature"])
        if genuine:
            # Store the event first. Process each payment only once, by its intent_id: the headers aren't signed.
            print(json.loads(raw_body))
        self.send_response(200 if genuine else 401)
        self.end_headers()


HTTPServer(("", ${port}), Receiver).serve_forever()`;

const php = ({ url, variable, port }: Given) => `<?php
// ${url}
// Save as receiver.php, then run: ${variable}=whsec_… php -S localhost:${port} receiver.php
http_response_code(500); // until the event is stored: PHP can answer its own errors with 200

function isGenuine(string $rawBody, ?string $signature, string $secret): bool
{
    return hash_equals(hash_hmac("sha256", $rawBody, $secret), $signature ?? "");
}

$secret = getenv("${variable}") ?: throw new RuntimeException("Set ${variable}.");
$rawBody = file_get_contents("php://input");
$signature = $_SERVER["HTTP_X_SERVICE_SIGNATURE"] ?? null;

if (!isGenuine($rawBody, $signature, $secret)) {
    http_response_code(401);
    exit;
}

// Store the event first. Process each payment only once, by its intent_id: the headers aren't signed.
$event = json_decode($rawBody, true);
error_log($event["event"] . " " . ($event["intent_id"] ?? ""));
http_response_code(200);`;

const go = ({ url, variable, path, port }: Given) => `// ${url}
// Save as receiver.go, then run: ${variable}=whsec_… go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"net/http"
	"os"
)

func isGenuine(rawBody []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(rawBody)
	expected := hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(signature))
}

func main() {
	secret := os.Getenv("${variable}")
	if secret == "" {
		log.Fatal("Set ${variable}.")
	}
	http.HandleFunc(${JSON.stringify(path)}, func(w http.ResponseWriter, r *http.Request) {
		rawBody, err := io.ReadAll(r.Body)
		if err != nil || !isGenuine(rawBody, r.Header.Get("X-Service-Signature"), secret) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		// Store the event first. Process each payment only once, by its intent_id: the headers aren't signed.
		log.Println(string(rawBody))
	})
	log.Fatal(http.ListenAndServe(":${port}", nil))
}`;
