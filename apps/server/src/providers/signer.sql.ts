import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "../db/connections.ts";
import type { Sealer } from "./sealer.ts";

const name = "signing";
const associatedData = "installation_secret:signing";

/** How the key is stored: encrypted if the operator has configured a key for that. */
type KeyStorage = { readonly sealer: Sealer; readonly isSealed: boolean };

const stored = async (key: Buffer, { sealer, isSealed }: KeyStorage): Promise<{ value: Buffer; sealed: boolean }> => ({
  value: isSealed ? await sealer.seal(key.toString("base64url"), associatedData) : key,
  sealed: isSealed,
});

const readKey = async (acrossSellers: Database, storage: KeyStorage): Promise<Buffer> => {
  await acrossSellers
    .insertInto("installation_secret")
    .values({ name, ...(await stored(randomBytes(32), storage)) })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { value, sealed } = await acrossSellers
    .selectFrom("installation_secret")
    .select(["value", "sealed"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  const key = sealed
    ? Buffer.from(
        await storage.sealer.open(value, associatedData).catch((cause: unknown) => {
          const reason = cause instanceof Error ? cause.message : String(cause);
          throw new Error(`The signing key cannot be read (docs/settings.md, "The key for secrets"): ${reason}`, {
            cause,
          });
        }),
        "base64url",
      )
    : value;
  // A key in plain text, or encrypted with the previous key, is encrypted again. If two servers start at once, the first
  // writes.
  if (storage.isSealed && !(sealed && (await storage.sealer.isCurrent(value))))
    await acrossSellers
      .updateTable("installation_secret")
      .set(await stored(key, storage))
      .where("name", "=", name)
      .where("value", "=", value)
      .execute();
  return key;
};

/** Signs with the installation's own key, which is created once. */
export const createSigner = async (acrossSellers: Database, storage: KeyStorage): Promise<(text: string) => string> => {
  const key = await readKey(acrossSellers, storage);
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
};

/** Deletes the key; the next start creates another one. Everything signed with it becomes invalid. */
export const deleteSigningKey = async (acrossSellers: Database): Promise<void> => {
  await acrossSellers.deleteFrom("installation_secret").where("name", "=", name).execute();
};
