import { sql } from "kysely";
import { expect, test } from "vitest";
import { maxDrafts } from "@foyer/contract/office/catalogue/catalogue.ts";
import { maxPinned } from "@foyer/contract/office/money/keptReports.ts";
import { maxViews } from "@foyer/contract/office/orders/savedViews.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { storeRevisions } from "../../../test/office/catalogueShop.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { insertDraft } from "../editing/drafts.sql.ts";
import { choiceVersion } from "../views/keptReports.ts";
import { insertView } from "../views/savedViews.sql.ts";
import { rowLimits } from "./requireRoom.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["office_limit_counted"], (first, second) => ([one, other] = [first, second]));

type Person = Awaited<ReturnType<typeof signedIn>>;
/** One below the limit: what two calls make, and the number of rows that there may be at most. */
type AtLimit = { readonly make: (who: OfficeBrowser, nth: number) => Promise<TestResponse>; readonly most: number };
type Scene = (shop: TestShop, owner: Person) => Promise<AtLimit & { readonly count: () => Promise<number> }>;

const place = (shop: TestShop) => ({ db: one.connections.forSeller(shop.seller_id), seller: { id: shop.seller_id } });
const numberOf = async (table: string, shop: TestShop): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where seller_id = ${shop.seller_id}::uuid`.execute(one.db);
  return rows[0]?.n ?? 0;
};
const viewOf = ({ person }: Person, nth: number, is_shared: boolean, screen = "orders") =>
  ({ id: crypto.randomUUID(), screen, name: `View ${nth}`, staff_id: person.id, is_shared, filters: {} }) as const;

const views =
  (is_shared: boolean): Scene =>
  async (shop, owner) => {
    for (let nth = 1; nth < maxViews; nth++) await insertView(place(shop) as never, viewOf(owner, nth, is_shared));
    return {
      make: (who, nth) => who.post("/saved_views", { screen: "orders", name: `New ${nth}`, filters: {}, is_shared }),
      most: maxViews,
      count: () => numberOf("saved_view", shop),
    };
  };

const scenes: Readonly<Record<string, Scene>> = {
  "a person's saved views": views(false),
  "everybody's saved views": views(true),
  "pinned reports": async (shop, owner) => {
    const ids: string[] = [];
    for (let nth = 0; nth <= maxPinned; nth++) {
      const view = viewOf(owner, nth, false, "report_sales");
      await insertView(place(shop) as never, view);
      ids.push(view.id);
    }
    const pin = (who: OfficeBrowser, nth: number) =>
      who.post(`/saved_views/${ids[nth]}/report`, { version: choiceVersion(), is_pinned: true, mailed_every: null });
    for (let nth = 2; nth <= maxPinned; nth++) expect((await pin(owner, nth)).status).toBe(200);
    return { make: pin, most: maxPinned, count: () => numberOf("report_choice", shop) };
  },
  "visits of the operator": async (shop) => {
    const let_in = (who: OfficeBrowser, nth: number) =>
      who.post("/operator_permits", { hours: 1, reason: `Question ${nth}` });
    const { most } = rowLimits.operator_visits;
    const owner = await signedIn(one, shop, ["owner"]);
    for (let nth = 2; nth <= most; nth++) expect((await let_in(owner, nth)).status).toBe(200);
    return { make: let_in, most, count: () => numberOf("operator_permit", shop) };
  },
  "drafts of the catalogue": async (shop, { person }) => {
    await storeRevisions(one.db, shop, 1);
    const draft = { base_number: 1, base: null, document: {}, staff_id: person.id };
    for (let nth = 1; nth < maxDrafts; nth++)
      await insertDraft(place(shop) as never, { chapter: `event/n${nth}`, ...draft });
    return {
      make: (who, nth) => who.post("/catalogue/draft", { chapter: `event/new${nth}`, version: 0, document: {} }),
      most: maxDrafts,
      count: () => numberOf("catalogue_draft", shop),
    };
  },
};

test.each(Object.entries(scenes))(
  "two requests at once do not exceed the limit: %s",
  async (_, scene) => {
    const shop = await createTestShop(one.db);
    const owner = await signedIn(one, shop, ["owner"]);
    const { make, most, count } = await scene(shop, owner);
    expect(await count()).toBe(most - 1);
    const there = Object.assign(new OfficeBrowser(other, shop.slug), { cookie: owner.cookie });
    pauseAt("office_limit_counted", rendezvous(700));
    const replies = await Promise.all([make(owner, 0), make(there, 1)]);
    expect(replies.map(refusalOf).toSorted()).toEqual(["200", "422 validation_failed"]);
    expect(await count()).toBe(most);
  },
  30_000,
);
