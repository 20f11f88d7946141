import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Options = { challenge: string };
type Oddity = {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  counter?: number;
  forged?: boolean;
  attest?: Attest;
};

/** What an attestation vouches for, and with which keys. */
export type Attested = { authData: Buffer; clientDataHash: Buffer; publicKey: KeyObject; privateKey: KeyObject };
/** The format and statement of an attestation; by default there is none. */
type Attest = (attested: Attested) => { fmt: Cbor; statement: Cbor };

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

/**
 * An authenticator in software with one passkey: ES256, without attestation. It counts its signatures unless told not
 * to.
 */
export function createAuthenticator(appUrl: string, { counts = true } = {}) {
  const site = { origin: new URL(appUrl).origin, rpId: new URL(appUrl).hostname };
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let uses = 0;

  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, { rpId = site.rpId, verified = true, counter = uses }: Oddity) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (verified ? 0x04 : 0)]), count]);
  };
  const answer = (response: Record<string, string>) => ({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    /** what `navigator.credentials.create` gives, as JSON */
    create(options: Options, odd: Oddity = {}) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const authData = Buffer.concat([authenticatorData(0x40, odd), Buffer.alloc(16), length, credentialId, key]);
      const data = clientData("webauthn.create", options, odd.origin ?? site.origin);
      const attested = { authData, clientDataHash: sha256(data), publicKey, privateKey };
      const { fmt, statement } = odd.attest?.(attested) ?? { fmt: "none", statement: null };
      const attestation = cborMap([
        ["fmt", fmt],
        ["attStmt", statement],
        ["authData", authData],
      ]);
      return answer({
        clientDataJSON: data.toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      });
    },
    /** what `navigator.credentials.get` gives, as JSON */
    get(options: Options, odd: Oddity = {}) {
      if (counts) uses += 1;
      const data = clientData("webauthn.get", options, odd.origin ?? site.origin);
      const authData = authenticatorData(0, odd);
      const signed = Buffer.concat([authData, sha256(odd.forged ? "something else" : data)]);
      return answer({
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}

/** null: an empty map */
type Cbor = number | string | Buffer | null | Buffer[] | { [key: string]: Cbor };

function cborMap(entries: [number | string, Cbor][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string") return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)]);
  return cborMap(Object.entries(value ?? {}));
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
