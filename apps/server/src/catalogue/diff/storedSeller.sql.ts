import type { Database } from "../../db/connections.ts";

export const readSeller = (db: Database, slug: string) =>
  db
    .selectFrom("seller")
    .select([
      "id",
      "slug",
      "name",
      "currency",
      "locale",
      "timezone",
      "meta",
      "theme",
      "strings",
      "web",
      "configuration",
    ])
    .where("slug", "=", slug)
    .executeTakeFirst();
