import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Keeps texts so that whoever reads the database alone reads nothing. */
export type Sealer = {
  /** `about` names the place that the text is kept for; it opens there and nowhere else. */
  seal(text: string, about: string): Promise<Buffer>;
  /** Throws when the key is another one, or when anything was changed. */
  open(sealed: Buffer, about: string): Promise<string>;
};

/** One byte that names the form, four that name the key, then what AES-256-GCM needs: its nonce and its tag. */
const form = 1;
const lengths = { mark: 4, nonce: 12, tag: 16 } as const;
const headLength = 1 + lengths.mark + lengths.nonce + lengths.tag;

const markOf = (key: Buffer): Buffer => createHash("sha256").update(key).digest().subarray(0, lengths.mark);

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
export const sealerOf = (settings: {
  readonly SECRETS_KEY?: string | undefined;
  readonly DATA_DIR: string;
}): Sealer => {
  const file = join(settings.DATA_DIR, "secrets.key");
  const keyOrNone = async (): Promise<Buffer | undefined> =>
    settings.SECRETS_KEY === undefined ? readKeyFile(file) : Buffer.from(settings.SECRETS_KEY, "hex");
  const key = async (): Promise<Buffer> => {
    const found = await keyOrNone();
    if (!found)
      throw new Error(`Secrets are kept in the database, and their key is not there: SECRETS_KEY or ${file}.`);
    return found;
  };
  return {
    seal: async (text, about) => {
      if (!(await keyOrNone())) await makeKeyFile(settings.DATA_DIR, file);
      const secret = await key();
      const nonce = randomBytes(lengths.nonce);
      const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([form]), markOf(secret), nonce, cipher.getAuthTag(), body]);
    },
    open: async (sealed, about) => {
      const secret = await key();
      if (sealed.length < headLength || sealed[0] !== form) throw new Error("This is not a sealed secret.");
      const mark = sealed.subarray(1, 1 + lengths.mark);
      if (!mark.equals(markOf(secret))) throw new Error("A secret was sealed with another key than this server's.");
      const nonce = sealed.subarray(1 + lengths.mark, headLength - lengths.tag);
      const decipher = createDecipheriv("aes-256-gcm", secret, nonce)
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(headLength - lengths.tag, headLength));
      return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()]).toString("utf8");
    },
  };
};
