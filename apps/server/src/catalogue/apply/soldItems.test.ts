import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { importCatalogue } from "./importCatalogue.ts";
import {
  pierCatalogue,
  connections,
  databaseFingerprint,
  now,
  queryOne,
  importProblems,
  runImport,
  reportLines,
  sellTickets,
  listStoredSessions,
  writeCatalogue,
} from "../../../test/catalogue/pierCatalogue.ts";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";

test("retires what was sold instead of removing it, and restores it when it returns", async () => {
  await runImport(pierCatalogue("sold"));
  const [morning] = await listStoredSessions("sold");
  const [talk] = await listStoredSessions("sold", "talk");
  await sellTickets("sold", { session: morning?.id ?? "", quantity: 2 });
  await sellTickets("sold", { session: talk?.id ?? "", type: "seat", quantity: 1 });
  const less = pierCatalogue("sold")
    .replace('["10:00", "18:00"]', '["18:00"]')
    .replace(/ +- \{ key: adult.*\n/, "")
    .replaceAll(/general\/adult: \d+(, )?/g, "")
    .replace(/ +- when: \{ on: weekends \}\n.*\n/, "")
    .replace(/    config: .*\n/, "");
  const reports = await runImport(less.slice(0, less.indexOf("  - key: talk")));
  expect(reportLines(reports)).toEqual(
    expect.arrayContaining([
      "1 event retired",
      "1 ticket group retired",
      "2 ticket types retired",
      "2 sessions retired",
      "2 sessions removed",
    ]),
  );
  expect((await listStoredSessions("sold")).filter(({ retired }) => retired).map(({ id }) => id)).toEqual([
    morning?.id,
  ]);
  expect((await runImport(less.slice(0, less.indexOf("  - key: talk"))))[0]?.isUnchanged).toBe(true);

  await runImport(pierCatalogue("sold"));
  const back = await listStoredSessions("sold");
  expect(back).toHaveLength(6);
  expect(back.every(({ retired }) => !retired)).toBe(true);
  expect(back[0]?.id).toBe(morning?.id);
  expect((await listStoredSessions("sold", "talk"))[0]).toMatchObject({ id: talk?.id, retired: false });
  const { used } = await queryOne(
    sql<{ used: number }>`select used_capacity as used from event_session where id = ${morning?.id}`,
  );
  expect(used).toBe(2);
});

test("refuses a capacity below what is sold, with its line, and changes nothing", async () => {
  await runImport(pierCatalogue("small"));
  const [morning] = await listStoredSessions("small");
  await sellTickets("small", { session: morning?.id ?? "", quantity: 3 });
  const before = await databaseFingerprint();
  const wrong = pierCatalogue("small")
    .replace("capacity: 20", "capacity: 2")
    .replace("max_tickets_per_order: 8", "capacity: 1");
  expect(await importProblems(wrong)).toEqual([
    "23:9 events[0].groups[0].capacity the capacity would be 1, but 3 tickets are sold or held",
    "35:18 events[0].schedules[0].weekly[0] the session of 2026-11-21 10:00 would have room for 2, but 3 places are sold or held",
  ]);
  expect(await databaseFingerprint()).toBe(before);
  await runImport(pierCatalogue("small").replace("capacity: 20", "capacity: 3"));
});

test("refuses another currency once tickets were held", async () => {
  const file = pierCatalogue("money");
  await runImport(file);
  await runImport(file.replace("currency: USD", "currency: NZD"));
  const [morning] = await listStoredSessions("money");
  await sellTickets("money", { session: morning?.id ?? "", quantity: 1 });
  const before = await databaseFingerprint();
  const [problem, ...others] = await importProblems(file);
  expect(problem).toMatch(/ seller\.currency the currency was NZD when tickets were held or sold/);
  expect(others).toEqual([]);
  expect(await databaseFingerprint()).toBe(before);
});

test("neither changes nor removes sessions that have begun", async () => {
  const file = await writeCatalogue(pierCatalogue("history"));
  await importCatalogue(connections, [file], { now });
  const later = Temporal.Instant.from("2026-11-22T12:00:00Z");
  const reports = await importCatalogue(connections, [file], { now: later });
  expect(reports[0]).toMatchObject({ isUnchanged: true, pastSessions: 4 });
  expect(await listStoredSessions("history")).toHaveLength(6);
});

test("records when limits change, and increments the version", async () => {
  await runImport(pierCatalogue("limits"));
  const since = () =>
    queryOne(
      sql<{
        at: string;
        version: number;
      }>`select g.limits_changed_at as at, s.catalogue_version as version from ticket_group g join seller s on s.id = g.seller_id where s.slug = 'limits' and g.key = 'general'`,
    );
  const first = await since();
  await runImport(pierCatalogue("limits").replace("name: General\n", "name: Everybody\n"));
  expect(await since()).toEqual({ at: first.at, version: first.version + 1 });
  await runImport(pierCatalogue("limits").replace("max_tickets_per_order: 8", "max_tickets_per_order: 6"));
  const last = await since();
  expect(last.at > first.at).toBe(true);
});

test("runs two imports of one seller one after the other", async () => {
  const files = [
    await writeCatalogue(pierCatalogue("twice")),
    await writeCatalogue(pierCatalogue("twice").replace("name: A Talk", "name: The Talk")),
  ];
  const reports = await Promise.all(files.map((file) => importCatalogue(connections, [file], { now })));
  expect(reports.map(([one]) => one?.seller).toSorted()).toEqual(["added", "same"]);
  expect(await listStoredSessions("twice")).toHaveLength(6);
});

test("keeps a ticket that is sold while its session leaves the catalogue", async () => {
  await runImport(pierCatalogue("race"));
  const [morning] = await listStoredSessions("race");
  const session = morning?.id ?? "";
  const less = pierCatalogue("race").replace('["10:00", "18:00"]', '["18:00"]');
  const { promise: held, resolve: sold } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const selling = connections
    .acrossSellers()
    .transaction()
    .execute(async (db) => {
      await sellTickets("race", { session, quantity: 1, db });
      sold();
      await mayCommit;
    });
  await held;
  const importing = runImport(less);
  // The import waits for the row that the sale has locked.
  await vi.waitFor(async () => expect(await countLockWaits(connections.acrossSellers())).toBe(1), { timeout: 10_000 });
  commit();
  await selling;
  expect(reportLines(await importing)).toEqual(expect.arrayContaining(["1 session retired", "2 sessions removed"]));
  expect((await listStoredSessions("race")).find(({ id }) => id === session)).toMatchObject({ retired: true });
});
