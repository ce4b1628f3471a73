import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** The parts of CBOR that a passkey needs, implemented separately here so that a mistake of the product's library shows. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

const head = (major: number, value: number): Buffer => {
  const first = major << 5;
  if (value < 24) return Buffer.from([first | value]);
  if (value < 256) return Buffer.from([first | 24, value]);
  return Buffer.from([first | 25, value >> 8, value & 255]);
};

const encode = (value: Cbor): Buffer => {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [encode(key), encode(one)])]);
};

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString("base64url");

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

/** What an attacker or a faulty authenticator would do differently. */
export type Deviation = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly type?: string;
  /** Signs something other than the challenge. */
  readonly isForged?: boolean;
};

/** A software passkey that behaves like a security key: ES256, attestation "none". */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  readonly origin: string;
  counter = 0;
  /** The user whose passkey it is, as named by the page that requests it. */
  userHandle = randomBytes(36).toString("base64url");
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });

  constructor(origin = "http://localhost") {
    this.origin = origin;
  }

  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
  }

  #authenticatorData({ rpId, isVerified = true, counter = this.counter }: Deviation, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const set = flags.present | (isVerified ? flags.verified : 0) | (attested ? flags.attested : 0);
    const host = rpId ?? new URL(this.origin).hostname;
    return Buffer.concat([sha256(host), Buffer.from([set]), count, attested ?? Buffer.alloc(0)]);
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Deviation): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  /** Creates the passkey that a page requests. */
  register(options: { readonly challenge: string; readonly user: { readonly id: string } }, deviation: Deviation = {}) {
    this.userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const authData = this.#authenticatorData(deviation, attested);
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    const challenge = deviation.challenge ?? options.challenge;
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(this.#clientData(deviation.type ?? "webauthn.create", challenge, deviation)),
        attestationObject: base64url(encode(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** Signs the challenge of a page. */
  assert(options: { readonly challenge: string }, deviation: Deviation = {}) {
    this.counter++;
    const authData = this.#authenticatorData(deviation);
    const challenge = deviation.challenge ?? options.challenge;
    const clientData = this.#clientData(deviation.type ?? "webauthn.get", challenge, deviation);
    const signed = Buffer.concat([authData, sha256(deviation.isForged === true ? "something else" : clientData)]);
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: deviation.userHandle ?? this.userHandle,
      },
    };
  }
}
