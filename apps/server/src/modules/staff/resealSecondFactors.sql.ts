import type { Database } from "../../db/connections.ts";
import type { Sealer } from "../../providers/sealer.ts";

/** The associated data with which the secret of a second factor is sealed. */
export const totpAssociatedData = (staff_id: string, id: string): string => `staff_totp:${staff_id}:${id}`;

/**
 * Seals the secrets of second factors again with the current key if they were sealed with the previous one, and returns
 * how many. A secret that is replaced in the meantime is left as it is.
 */
export const resealSecondFactors = async (acrossSellers: Database, sealer: Sealer): Promise<number> => {
  let count = 0;
  const rows = await acrossSellers.selectFrom("staff_totp").select(["id", "staff_id", "secret"]).execute();
  for (const { id, staff_id, secret } of rows) {
    if ((await sealer.isCurrent(secret)) || !(await sealer.canOpen(secret))) continue;
    const associatedData = totpAssociatedData(staff_id, id);
    const resealed = await sealer.seal(await sealer.open(secret, associatedData), associatedData);
    await acrossSellers
      .updateTable("staff_totp")
      .set({ secret: resealed })
      .where("id", "=", id)
      .where("secret", "=", secret)
      .execute();
    count++;
  }
  return count;
};
