import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Attested } from "@/tests/support/authenticator";

const ES256 = -7;

/** An attestation by the passkey's own key, which a library accepts without any certificate. */
export const selfAttested = ({ authData, clientDataHash, privateKey }: Attested) => ({
  fmt: "packed",
  statement: { alg: ES256, sig: sign("sha256", Buffer.concat([authData, clientDataHash]), privateKey) },
});

/**
 * A valid attestation whose certificates come from an authority of the caller's own, with a revocation list at
 * `crlUrl`.
 */
export const attestedByAnyone = (crlUrl: string) => (attested: Attested) => {
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const common = { issuer: "Anyone", signer: authority.privateKey, crlUrl };
  const root = certificate({ ...common, subject: "Anyone", publicKey: authority.publicKey });
  const described = keyDescription(attested.clientDataHash);
  const leaf = certificate({ ...common, subject: "Key", publicKey: attested.publicKey, extensions: [described] });
  const sig = sign("sha256", Buffer.concat([attested.authData, attested.clientDataHash]), attested.privateKey);
  return { fmt: "android-key", statement: { alg: ES256, sig, x5c: [leaf, root] } };
};

type Certificate = {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signer: KeyObject;
  crlUrl: string;
  extensions?: Buffer[];
};

/** An X.509 certificate, version 3, signed with ECDSA and SHA-256. */
function certificate({ subject, issuer, publicKey, signer, crlUrl, extensions = [] }: Certificate): Buffer {
  const algorithm = sequence(objectId("2a8648ce3d040302"));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(subject.length),
    algorithm,
    name(issuer),
    sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231235959Z"))),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(revocationList(crlUrl), ...extensions)),
  );
  return sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", content, signer)])));
}

/** Where the certificates that were revoked are listed (2.5.29.31). */
function revocationList(url: string): Buffer {
  const point = sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(url)))));
  return sequence(objectId("551d1f"), der(0x04, sequence(point)));
}

/**
 * What Android says of a key (1.3.6.1.4.1.11129.2.1.17): versions, levels, the challenge and two lists, which are
 * empty.
 */
function keyDescription(challenge: Buffer): Buffer {
  const level = der(0x0a, Buffer.from([0]));
  const content = [integer(3), level, integer(4), level, der(0x04, challenge), der(0x04, Buffer.alloc(0))];
  return sequence(objectId("2b06010401d679020111"), der(0x04, sequence(...content, sequence(), sequence())));
}

function name(text: string): Buffer {
  return sequence(der(0x31, sequence(objectId("550403"), der(0x0c, Buffer.from(text)))));
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const objectId = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
