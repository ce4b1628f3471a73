import { createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/connections.ts";

/** Signs with the installation's own secret, which is created once. */
export const createSigner = async (acrossSellers: Database): Promise<(text: string) => string> => {
  await sql`insert into house_secret (name, value) values ('signing', ${randomBytes(32)}) on conflict do nothing`.execute(
    acrossSellers,
  );
  const { value } = await acrossSellers
    .selectFrom("house_secret")
    .select("value")
    .where("name", "=", "signing")
    .executeTakeFirstOrThrow();
  return (text) => createHmac("sha256", value).update(text).digest("base64url");
};
