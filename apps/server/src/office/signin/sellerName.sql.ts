import type { Database } from "../../db/connections.ts";

export const sellerNameOf = (db: Database, id: string): Promise<{ slug: string; name: string } | undefined> =>
  db.selectFrom("seller").select(["slug", "name"]).where("id", "=", id).executeTakeFirst();
