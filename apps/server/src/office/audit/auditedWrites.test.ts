import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesInTurn } from "../../../../../scripts/sampling.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { expectingEntries } from "../../../test/office/auditedWrites.ts";
import { openEditing } from "../../../test/office/catalogueShop.ts";
import { namesIn, shownIn } from "../../../test/office/shownCalls.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import type { Database } from "../../db/connections.ts";
import { writeEntry } from "../../modules/audit/audit.ts";
import { staffRoutes } from "../../routes.ts";

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

/** Downloads are written to the audit log, too. */
const writing = staffRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, audits }) => method !== "GET" || audits !== null)
  .map(({ name }) => name);

test("each call of the back office that writes succeeds in a test, which sees its entry", () => {
  const shown = Object.values(shownIn).flatMap(namesIn);
  expect(shown.toSorted()).toEqual(writing.toSorted());
});

test("the files that show it run every day, with all their tests", () => {
  const root = `${import.meta.dirname}/../../../../..`;
  const inTurn = new Set(filesInTurn());
  const chosen = /sampled(?:Today|Daily)\(|testsInTurn\(|\.(?:skip|todo|only)\(/;
  const wrong = Object.keys(shownIn).filter(
    (file) => inTurn.has(file) || chosen.test(readFileSync(`${root}/${file}`, "utf8")),
  );
  expect(wrong).toEqual([]);
});

test("a call that only cleans a text for its author writes nothing", async () => {
  const { manager } = await openEditing(server);
  const { status, body } = await manager.post("/catalogue/writing", { html: "<p>Open <b>daily</b></p>" });
  expect([status, body.lost]).toEqual([200, []]);
});
