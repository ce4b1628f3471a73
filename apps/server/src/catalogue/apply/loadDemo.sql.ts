import type { Database } from "../../db/connections.ts";

const noteName = "demo";

/** The version of the demo that was loaded last, or undefined if none has been. */
export const readDemoVersion = async (db: Database): Promise<string | undefined> =>
  (await db.selectFrom("installation_note").select("value").where("name", "=", noteName).executeTakeFirst())?.value;

export const saveDemoVersion = async (db: Database, value: string): Promise<void> => {
  await db
    .insertInto("installation_note")
    .values({ name: noteName, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
};

export const hasSellers = async (db: Database): Promise<boolean> =>
  (await db.selectFrom("seller").select("id").limit(1).executeTakeFirst()) !== undefined;
