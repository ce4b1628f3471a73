import type { Database } from "../../db/connections.ts";

/** The addresses of the demo's accounts. */
export const demoEmails = async (db: Database): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom("staff").select("email").where("is_demo", "=", true).limit(200).execute();
  return new Set(rows.map(({ email }) => email));
};
