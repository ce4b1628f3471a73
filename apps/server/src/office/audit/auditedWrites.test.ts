import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { expectingEntries } from "../../../test/office/auditedWrites.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import type { Database } from "../../db/connections.ts";
import { writeEntry } from "../../modules/audit/audit.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const rename = (db: Database, id: string) =>
  db.updateTable("seller").set({ name: "Renamed" }).where("id", "=", id).execute();
const enter = (db: Database, id: string) =>
  writeEntry(
    { db, seller: { id }, actor: "job", via: "job", staff_id: null, roles: [], requestId: null },
    { action: "catalogue.published", entity: { kind: "catalogue", id: "1" } },
  );

/** Every test of a call by OfficeBrowser is watched like this. */
test.each([
  ["without an entry", false, async (id: string) => void (await rename(server.db, id))],
  [
    "with an entry in another transaction",
    false,
    async (id: string) => {
      await rename(server.db, id);
      await server.db.transaction().execute((db) => enter(db, id));
    },
  ],
  ["in a transaction without an entry", false, (id: string) => server.db.transaction().execute((db) => rename(db, id))],
  [
    "with an entry in its transaction",
    true,
    (id: string) =>
      server.db.transaction().execute(async (db) => {
        await rename(db, id);
        await enter(db, id);
      }),
  ],
])("a change that a call makes %s is accepted by the tests of calls: %s", async (_, isAccepted, change) => {
  const { seller_id } = await createTestShop(server.db);
  const outcome = await expectingEntries(
    { method: "POST", path: "/catalogue/publish" },
    async () => void (await change(seller_id)),
    async () => false,
  ).then(
    () => "accepted",
    (error: unknown) => String(error),
  );
  expect(outcome).toBe(
    isAccepted ? "accepted" : "Error: publishDrafts wrote without an entry in the audit log: seller",
  );
});
