import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Encrypts secrets, so that the database alone does not reveal them. */
export type Sealer = {
  /** `associatedData` names where the text is stored; it can only be decrypted with the same name. */
  seal(text: string, associatedData: string): Promise<Buffer>;
  /** Throws if the key is another one, or if anything was changed. */
  open(sealed: Buffer, associatedData: string): Promise<string>;
  /** Whether it was sealed with the key that `seal` uses. */
  isCurrent(sealed: Buffer): Promise<boolean>;
  /** Whether it was sealed with a key that is known. */
  canOpen(sealed: Buffer): Promise<boolean>;
};

/** The layout: one byte for the format, four for the key's fingerprint, then the nonce and tag of AES-256-GCM. */
const formatVersion = 1;
const lengths = { fingerprint: 4, nonce: 12, tag: 16 } as const;
const headerLength = 1 + lengths.fingerprint + lengths.nonce + lengths.tag;

const keyFingerprint = (key: Buffer): Buffer =>
  createHash("sha256").update(key).digest().subarray(0, lengths.fingerprint);

const readKeyFile = async (file: string): Promise<Buffer | undefined> => {
  try {
    const key = Buffer.from((await readFile(file, "utf8")).trim(), "hex");
    if (key.length !== 32) throw new Error(`${file} must hold 64 hexadecimal digits.`);
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
};

/** Creates the key file atomically; if two processes create it at once, the first wins. */
const makeKeyFile = async (folder: string, file: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(draft);
  }
};

/**
 * Uses the key in the settings, or one in the data folder that is created with the first secret. The key is only read
 * when there is something to encrypt or decrypt.
 */
export const createSealer = (settings: {
  readonly SECRETS_KEY?: string | undefined;
  /** The previous key, which decrypts what it encrypted while SECRETS_KEY takes over. */
  readonly SECRETS_KEY_PREVIOUS?: string | undefined;
  readonly DATA_DIR: string;
}): Sealer => {
  const file = join(settings.DATA_DIR, "secrets.key");
  const findKey = async (): Promise<Buffer | undefined> =>
    settings.SECRETS_KEY === undefined ? readKeyFile(file) : Buffer.from(settings.SECRETS_KEY, "hex");
  const requireKey = async (): Promise<Buffer> => {
    const found = await findKey();
    if (!found)
      throw new Error(`The database contains secrets, but their key is missing: set SECRETS_KEY or restore ${file}.`);
    return found;
  };
  /** The current or the previous key, whichever encrypted this. */
  const keyOf = async (sealed: Buffer): Promise<Buffer | undefined> => {
    const fingerprint = sealed.subarray(1, 1 + lengths.fingerprint);
    const previous = settings.SECRETS_KEY_PREVIOUS;
    const keys = [await findKey(), previous === undefined ? undefined : Buffer.from(previous, "hex")];
    return keys.find((key) => key !== undefined && fingerprint.equals(keyFingerprint(key)));
  };
  return {
    isCurrent: async (sealed) => {
      const key = await findKey();
      return key !== undefined && sealed.subarray(1, 1 + lengths.fingerprint).equals(keyFingerprint(key));
    },
    canOpen: async (sealed) => (await keyOf(sealed)) !== undefined,
    seal: async (text, associatedData) => {
      if (!(await findKey())) await makeKeyFile(settings.DATA_DIR, file);
      const secret = await requireKey();
      const nonce = randomBytes(lengths.nonce);
      const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(Buffer.from(associatedData));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([formatVersion]), keyFingerprint(secret), nonce, cipher.getAuthTag(), body]);
    },
    open: async (sealed, associatedData) => {
      await requireKey();
      if (sealed.length < headerLength || sealed[0] !== formatVersion) throw new Error("This is not a sealed secret.");
      const secret = await keyOf(sealed);
      if (!secret) throw new Error("This secret was sealed with another key than this server's.");
      const nonce = sealed.subarray(1 + lengths.fingerprint, headerLength - lengths.tag);
      const decipher = createDecipheriv("aes-256-gcm", secret, nonce)
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(sealed.subarray(headerLength - lengths.tag, headerLength));
      return Buffer.concat([decipher.update(sealed.subarray(headerLength)), decipher.final()]).toString("utf8");
    },
  };
};
