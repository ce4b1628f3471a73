import { createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/connections.ts";

/** The house's own secret, made once for each installation. */
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
