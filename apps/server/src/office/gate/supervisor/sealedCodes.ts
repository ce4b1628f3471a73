import { createDecipheriv, createECDH, createHash, hkdfSync, type ECDH } from "node:crypto";
import type { GateContext } from "../../../http/staff/staffContext.ts";

const curve = "prime256v1";
const lengths = { key: 65, nonce: 12, tag: 16 } as const;

/**
 * The seller's key pair for codes, the same on every server. Devices have the public key, with which they cannot decrypt
 * anything.
 */
const keyOf = ({ providers, seller }: Pick<GateContext, "providers" | "seller">): ECDH => {
  const ecdh = createECDH(curve);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const secret = createHash("sha256")
      .update(providers.sign(`gate code key ${seller.id} ${attempt}`))
      .digest();
    try {
      ecdh.setPrivateKey(secret);
      return ecdh;
    } catch {
      // One number in four billion is not a valid private key of the curve.
    }
  }
  throw new Error("No key for the codes of the gate.");
};

/** Base64, uncompressed. */
export const publicKeyForCodes = (ctx: Pick<GateContext, "providers" | "seller">): string =>
  keyOf(ctx).getPublicKey("base64");

/** The code that a device encrypted for this scan; undefined if it is invalid, or was made for another scan. */
export const openSealedCode = (
  ctx: Pick<GateContext, "providers" | "seller">,
  { scan_id, sealed_code }: { readonly scan_id: string; readonly sealed_code: string },
): string | undefined => {
  const bytes = Buffer.from(sealed_code, "base64");
  if (bytes.length <= lengths.key + lengths.nonce + lengths.tag) return undefined;
  const ephemeral = bytes.subarray(0, lengths.key);
  const nonce = bytes.subarray(lengths.key, lengths.key + lengths.nonce);
  try {
    const shared = keyOf(ctx).computeSecret(ephemeral);
    const key = Buffer.from(hkdfSync("sha256", shared, ephemeral, "foyer gate code", 32));
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(scan_id));
    decipher.setAuthTag(bytes.subarray(-lengths.tag));
    const sealed = bytes.subarray(lengths.key + lengths.nonce, -lengths.tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
};
