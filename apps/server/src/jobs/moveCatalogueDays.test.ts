import { sql } from "kysely";
import { expect, test } from "vitest";
import { setUpTestApp } from "../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../test/app/testApp.ts";
import { signedIn } from "../../test/office/testStaff.ts";
import { importText, quayCatalogue, revisionsOf } from "../../test/office/catalogueShop.ts";
import { keylessProviders } from "../../test/app/testProviders.ts";
import { sellerFinder } from "../http/sellerFinder.ts";
import { moveCatalogueDays } from "./moveCatalogueDays.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

let shops = 0;
/** A seller whose catalogue was applied three days ago, in its own time zone. */
const threeDaysAgo = async (change: (text: string) => string = (text) => text) => {
  const slug = `days${shops++}`;
  const before = Temporal.Now.instant().subtract({ hours: 72 });
  await importText(server.connections, change(quayCatalogue(slug)), { now: before });
  const { id } = await server.db.selectFrom("seller").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  await sql`update catalogue_day set local_day = local_day - 3 where seller_id = ${id}::uuid`.execute(server.db);
  const days = async (): Promise<string[]> =>
    (
      await server.db
        .selectFrom("event_session")
        .select("local_day")
        .distinct()
        .where("seller_id", "=", id)
        .where("local_start", "=", "10:00")
        .orderBy("local_day")
        .execute()
    ).map(({ local_day }) => local_day);
  return { slug, id, days };
};

const logged: object[] = [];
const turn = (): Promise<number> =>
  moveCatalogueDays({
    connections: server.connections,
    providers: { ...keylessProviders, mail: undefined, origin: "http://localhost" } as never,
    findSeller: sellerFinder(server.db, 0),
    log: { info: () => undefined, warn: () => undefined, error: (fields) => void logged.push(fields) },
  });
const today = () => Temporal.Now.zonedDateTimeISO("America/New_York").toPlainDate();

test("on a new day, one of two servers moves relative days on, once and without a revision", async () => {
  const { id, days } = await threeDaysAgo();
  expect((await days()).at(-1)).toBe(today().toString());
  const turns = await Promise.all([turn(), turn()]);
  expect(turns.toSorted()).toEqual([0, 1]);
  expect((await days()).slice(-3)).toEqual([1, 2, 3].map((ahead) => today().add({ days: ahead }).toString()));
  expect(await turn()).toBe(0);
  expect(await revisionsOf(server.db, id)).toHaveLength(1);
});

test("a catalogue without relative days is skipped", async () => {
  const { days } = await threeDaysAgo((text) =>
    text
      .replace("from: today+1d", `from: ${today().toString()}`)
      .replace("until: today+3d", `until: ${today().add({ days: 3 }).toString()}`)
      .replace("date: today+2d", `date: ${today().toString()}`),
  );
  const before = await days();
  expect(await turn()).toBe(0);
  expect(await days()).toEqual(before);
});

test("a catalogue that has become invalid is logged once and left unchanged, and the others move on", async () => {
  const wrong = await threeDaysAgo();
  const right = await threeDaysAgo();
  // A newer version of the format no longer knows a field.
  await server.runAsOwner(
    `set app.seller = '*'; update catalogue_revision set document = (replace(document::text, '"capacity":20', '"places":20'))::json where seller_id = '${wrong.id}'; reset app.seller`,
  );
  const before = await wrong.days();
  logged.length = 0;
  expect(await turn()).toBe(1);
  expect(await wrong.days()).toEqual(before);
  expect((await right.days()).at(-1)).toBe(today().add({ days: 3 }).toString());
  expect(logged).toEqual([
    { seller: wrong.slug, err: expect.stringContaining("events[0].schedules[0].places: is not a field of the format") },
  ]);
  expect(await turn()).toBe(0);
  expect(logged).toHaveLength(1);
});

test("the board shows the errors to those who can fix them, until the catalogue is published again", async () => {
  const { slug, id } = await threeDaysAgo();
  await server.runAsOwner(
    `set app.seller = '*'; update catalogue_revision set document = (replace(document::text, '"capacity":20', '"places":20'))::json where seller_id = '${id}'; reset app.seller`,
  );
  const failures = async (role: "manager" | "finance") => {
    const { body } = await (await signedIn(server, { slug, seller_id: id }, [role])).get("/board");
    return body.exceptions.filter(({ kind }: { readonly kind: string }) => kind === "catalogue");
  };
  expect(await failures("manager")).toEqual([]);
  await turn();
  expect(await failures("manager")).toEqual([
    {
      kind: "catalogue",
      count: 1,
      order_numbers: [],
      detail: expect.stringMatching(/^events\[0\]\.schedules\[0\]\.places: is not a field of the format/),
    },
  ]);
  expect(await failures("finance")).toEqual([]);
  await importText(server.connections, quayCatalogue(slug));
  expect(await failures("manager")).toEqual([]);
});

test("publishing counts as the day's turn", async () => {
  const { slug } = await threeDaysAgo();
  await importText(server.connections, quayCatalogue(slug));
  expect(await turn()).toBe(0);
});
