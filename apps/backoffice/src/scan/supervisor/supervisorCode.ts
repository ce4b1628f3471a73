import { codeHintBits, countedTries, mustWait } from "@foyer/rules/admission/supervisorCode.ts";
import type { GateState } from "../gateStore.ts";

export type Supervisor = GateState["supervisors"][number];

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Whether a code may be the supervisor's. One in a thousand wrong codes passes, and the server checks again. */
export const mayBeCodeOf = async (
  { salt, hint, iterations }: Pick<Supervisor, "salt" | "hint" | "iterations">,
  code: string,
): Promise<boolean> => {
  const key = await crypto.subtle.importKey("raw", textBytes(code), "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations },
    key,
    16,
  );
  return new DataView(bits).getUint16(0) >> (16 - codeHintBits) === hint;
};

const curve = { name: "ECDH", namedCurve: "P-256" } as const;

/** Encrypts a code for the server and one scan: while the scan waits, even the device cannot read it. */
export const sealCode = async (code: string, { key, scan_id }: { readonly key: string; readonly scan_id: string }) => {
  const server = await crypto.subtle.importKey("raw", bytesOf(key), curve, false, []);
  const own = await crypto.subtle.generateKey(curve, false, ["deriveBits"]);
  const ephemeral = new Uint8Array(await crypto.subtle.exportKey("raw", own.publicKey));
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: server }, own.privateKey, 256);
  const material = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const sealing = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: ephemeral, info: textBytes("foyer gate code") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = textBytes(scan_id);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, sealing, textBytes(code));
  return btoa(String.fromCharCode(...ephemeral, ...iv, ...new Uint8Array(sealed)));
};

/** Wrong tries on this device. They are stored, so that a reload or a lost network does not reset them. */
export class DeviceTries {
  readonly #key: string;
  constructor(slug: string) {
    this.#key = `foyer-gate-tries-${slug}`;
  }
  #tries(): readonly number[] {
    const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((at) => typeof at === "number") : [];
  }
  mustWait(now: number): boolean {
    return mustWait(this.#tries(), now);
  }
  add(now: number): void {
    localStorage.setItem(this.#key, JSON.stringify([...countedTries(this.#tries(), now), now]));
  }
}
