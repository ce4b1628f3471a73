import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Keeps texts so that whoever reads the database alone reads nothing. */
export type Sealer = {
  /** `about` names the place that the text is kept for; it opens there and nowhere else. */
  seal(text: string, associatedData: string): Promise<Buffer>;
  /** Throws when the key is another one, or when anything was changed. */
  open(sealed: Buffer, associatedData: string): Promise<string>;
};

/** One byte that names the form, four that name the key, then what AES-256-GCM needs: its nonce and its tag. */
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

/** Whole from the first moment on; two who make it at once agree on the file that was there first. */
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
 * Seals with the key of the settings, or with one that is made in the data folder when the first secret is kept. Nothing
 * is read or made before there is something to seal or to open.
 */
export const createSealer = (settings: {
  readonly SECRETS_KEY?: string | undefined;
  readonly DATA_DIR: string;
}): Sealer => {
  const file = join(settings.DATA_DIR, "secrets.key");
  const findKey = async (): Promise<Buffer | undefined> =>
    settings.SECRETS_KEY === undefined ? readKeyFile(file) : Buffer.from(settings.SECRETS_KEY, "hex");
  const requireKey = async (): Promise<Buffer> => {
    const found = await findKey();
    if (!found)
      throw new Error(`Secrets are kept in the database, and their key is not there: SECRETS_KEY or ${file}.`);
    return found;
  };
  return {
    seal: async (text, associatedData) => {
      if (!(await findKey())) await makeKeyFile(settings.DATA_DIR, file);
      const secret = await requireKey();
      const nonce = randomBytes(lengths.nonce);
      const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(Buffer.from(associatedData));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([formatVersion]), keyFingerprint(secret), nonce, cipher.getAuthTag(), body]);
    },
    open: async (sealed, associatedData) => {
      const secret = await requireKey();
      if (sealed.length < headerLength || sealed[0] !== formatVersion) throw new Error("This is not a sealed secret.");
      const fingerprint = sealed.subarray(1, 1 + lengths.fingerprint);
      if (!fingerprint.equals(keyFingerprint(secret)))
        throw new Error("A secret was sealed with another key than this server's.");
      const nonce = sealed.subarray(1 + lengths.fingerprint, headerLength - lengths.tag);
      const decipher = createDecipheriv("aes-256-gcm", secret, nonce)
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(sealed.subarray(headerLength - lengths.tag, headerLength));
      return Buffer.concat([decipher.update(sealed.subarray(headerLength)), decipher.final()]).toString("utf8");
    },
  };
};
