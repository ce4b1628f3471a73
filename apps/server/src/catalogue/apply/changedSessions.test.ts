import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  connections,
  listStoredSessions,
  pierCatalogue,
  runImport,
  sellTickets,
} from "../../../test/catalogue/pierCatalogue.ts";

/** The sessions whose wallet passes must be updated, by event and day. */
const notedSessions = async (slug: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ session: string }>`
    select e.key || ' ' || s.local_day as session from wallet_session_change c
    join event_session s on s.seller_id = c.seller_id and s.id = c.event_session_id
    join event_template e on e.seller_id = s.seller_id and e.id = s.event_template_id
    join seller on seller.id = c.seller_id where seller.slug = ${slug} order by 1`.execute(connections.acrossSellers());
  return rows.map(({ session }) => session);
};

/** Imports the catalogue and sells tickets for the talk and one of the visits. */
const importSold = async (slug: string): Promise<void> => {
  await runImport(pierCatalogue(slug));
  const [talk] = await listStoredSessions(slug, "talk");
  await sellTickets(slug, { session: talk?.id ?? "", type: "seat", quantity: 1 });
  const visit = (await listStoredSessions(slug)).at(-1);
  await sellTickets(slug, { session: visit?.id ?? "", quantity: 1 });
  expect(await notedSessions(slug)).toEqual([]);
};

test.each([
  ["other times", (text: string) => text.replace('ends: "20:30"', 'ends: "21:00"'), ["talk 2026-12-01"]],
  [
    "a cancellation",
    (text: string) => text.replace('ends: "20:30"', 'ends: "20:30", cancelled: true'),
    ["talk 2026-12-01"],
  ],
  ["another name of the event", (text: string) => text.replace("A Talk", "A Longer Talk"), ["talk 2026-12-01"]],
  ["another address of the venue", (text: string) => text.replace("1 Pier Road", "2 Pier Road"), ["talk 2026-12-01"]],
  ["another capacity", (text: string) => text.replace("capacity: 5 }", "capacity: 6 }"), []],
  ["nothing new", (text: string) => text, []],
])("an import notes the sold sessions to come with %s", async (name, change, noted) => {
  const slug = name.replaceAll(" ", "-");
  await importSold(slug);
  await runImport(change(pierCatalogue(slug)));
  const sessions = await notedSessions(slug);
  expect(sessions.filter((session) => session.startsWith("talk"))).toEqual(noted);
});

test("a failed import records nothing", async () => {
  await importSold("failing");
  const failing = pierCatalogue("failing").replace("A Talk", "").replace('ends: "20:30"', 'ends: "21:00"');
  await expect(runImport(failing)).rejects.toThrow();
  expect(await notedSessions("failing")).toEqual([]);
});
