import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeList } from "@foyer/contract/office/catalogue/codes.ts";
import { sessionList } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { memberList } from "@foyer/contract/office/members/memberList.ts";
import { giftCardList } from "@foyer/contract/office/money/giftCards.ts";
import { journalLineList } from "@foyer/contract/office/money/journal.ts";
import { orderList } from "@foyer/contract/office/orders/orders.ts";
import { maxViews } from "@foyer/contract/office/orders/savedViews.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { deleteShownView, renameShownView } from "../../../test/office/savedViews.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let manager: Awaited<ReturnType<typeof signedIn>>;
let clerk: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  manager = await signedIn(server, shop, ["manager"]);
  clerk = await signedIn(server, shop, ["box_office"]);
});
afterAll(() => server.close());

const save = (who: OfficeBrowser, name: string, more: object = {}) =>
  who.post("/saved_views", { screen: "orders", name, filters: { state: "valid" }, is_shared: false, ...more });
const namesFor = async (who: OfficeBrowser, screen = "orders"): Promise<string[]> =>
  (await who.get(`/saved_views?screen=${screen}`)).body.views.map(({ name }: { name: string }) => name);

describe("a saved view", () => {
  test("of one's own is seen, renamed and deleted by oneself alone", async () => {
    const { id } = (await save(clerk, "Unused tickets")).body;
    expect(await namesFor(clerk)).toContain("Unused tickets");
    expect(await namesFor(manager)).not.toContain("Unused tickets");
    expect((await renameShownView(manager, id, "Mine")).status).toBe(404);
    expect((await deleteShownView(manager, id)).status).toBe(404);
    expect((await renameShownView(clerk, id, "Still valid")).status).toBe(200);
    expect(await namesFor(clerk)).toContain("Still valid");
    expect((await deleteShownView(clerk, id)).status).toBe(200);
    expect(await namesFor(clerk)).not.toContain("Still valid");
    expect((await deleteShownView(clerk, id)).status).toBe(404);
  });

  test("of everybody is saved, renamed and deleted by those who say who works with what", async () => {
    expect((await save(clerk, "For all", { is_shared: true })).status).toBe(403);
    const { id } = (await save(manager, "For all", { is_shared: true })).body;
    const { body } = await clerk.get("/saved_views?screen=orders");
    expect(body.may_share).toBe(false);
    expect(body.views[0]).toEqual({
      id,
      name: "For all",
      filters: { state: "valid" },
      is_shared: true,
      is_editable: false,
      is_pinned: false,
      mailed_every: null,
      version: expect.any(String),
      choice_version: expect.any(String),
      wanted_by: 0,
    });
    expect((await renameShownView(clerk, id, "Mine")).status).toBe(403);
    expect((await deleteShownView(clerk, id)).status).toBe(403);
    const owner = await signedIn(server, shop, ["owner"]);
    expect((await renameShownView(owner, id, "For everybody")).status).toBe(200);
    expect(await namesFor(clerk)).toContain("For everybody");
  });

  test("keeps the order and the columns of its list, and none that the list does not have", async () => {
    const view = { sort: "-total", columns: "order_number.visit.due" };
    expect((await save(clerk, "Largest first", { filters: view })).status).toBe(200);
    const { views } = (await clerk.get("/saved_views?screen=orders")).body;
    expect(views.find(({ name }: { name: string }) => name === "Largest first").filters).toEqual(view);
    for (const filters of [
      { sort: "colour" },
      { sort: "--total" },
      { sort: "valid_to" },
      { columns: "order_number.colour" },
      { columns: "visit.visit" },
      { columns: "constructor" },
    ])
      expect([filters, (await save(clerk, "Unknown", { filters })).status]).toEqual([filters, 422]);
    const every = { columns: Object.keys(giftCardList.columns).join("."), sort: "valid_to" };
    expect((await save(manager, "Everything", { screen: "gift_cards", filters: every })).status).toBe(200);
    for (const { columns } of [orderList, memberList, giftCardList, codeList, sessionList, journalLineList])
      expect(Object.keys(columns).join(".").length).toBeLessThanOrEqual(100);
  });

  test("follows the permission of its list: who may not read the log neither saves nor sees its views", async () => {
    const view = { screen: "audit", filters: { action: "order.moved" } };
    expect((await save(clerk, "Moves", view)).status).toBe(403);
    expect((await clerk.get("/saved_views?screen=audit")).status).toBe(403);
    const { id } = (await save(manager, "Moves", { ...view, is_shared: true })).body;
    expect(await namesFor(manager, "audit")).toEqual(["Moves"]);
    expect(await namesFor(manager)).not.toContain("Moves");
    expect((await deleteShownView(clerk, id)).status).toBe(403);
  });

  test("keeps a report with its choices, for those who may read it", async () => {
    const reporter = await signedIn(server, shop, ["reporter"]);
    const report = { screen: "report_sales", filters: { by: "type", compare: "year", dated: "visit" } };
    expect((await save(reporter, "Types", report)).status).toBe(200);
    expect(await namesFor(reporter, "report_sales")).toEqual(["Types"]);
    expect((await save(clerk, "Types", report)).status).toBe(403);
    expect((await clerk.get("/saved_views?screen=report_sales")).status).toBe(403);
    expect((await save(reporter, "Money", { screen: "report_money", filters: { by: "day" } })).status).toBe(403);
    expect((await reporter.get("/saved_views?screen=orders")).status).toBe(403);
    expect((await save(reporter, "Wrong", { ...report, filters: { by: "rate" } })).status).toBe(422);
  });

  test("belongs to its seller: another seller's owner does not find it", async () => {
    const { id } = (await save(manager, "Here", { is_shared: true })).body;
    const stranger = await signedIn(server, await createTestShop(server.db), ["owner"]);
    expect(await namesFor(stranger)).toEqual([]);
    expect((await deleteShownView(stranger, id)).status).toBe(404);
  });

  test.each([
    ["a search", { q: "lindqvist" }],
    ["a filter that the list does not have", { shoe_size: "44" }],
    ["a value that the list does not know", { state: "lost" }],
  ])("holds no %s", async (_, filters) => {
    const refused = await save(clerk, "Wrong", { filters });
    expect([refused.status, refused.body._data[0]._extra.fields]).toEqual([422, ["filters"]]);
  });

  test.each([
    ["members", { state: "active", ends_to: "2027-06-12" }],
    ["codes", { use: "unused" }],
    ["gift_cards", { origin: "sold" }],
    ["plastic_cards", { list: "sent", from: "2027-06-12", columns: "name.since" }],
    ["plastic_cards", { level: "0198f7a0-0000-7000-8000-000000000001" }],
    ["vouchers", { from: "2027-06-01", to: "2027-06-30", dated: "visit", sort: "order_number" }],
    ["sessions", { from: "2027-06-12", weekdays: "sat,sun", time_from: "10:00", fill: "half", sort: "-taken" }],
  ])("is kept of the list of %s, without a search", async (screen, filters) => {
    expect((await save(clerk, `Some ${screen}`, { screen, filters })).status).toBe(200);
    expect(await namesFor(clerk, screen)).toContain(`Some ${screen}`);
    expect((await save(clerk, "Wrong", { screen, filters: { ...filters, q: "lindqvist" } })).status).toBe(422);
    const reporter = await signedIn(server, shop, ["reporter"]);
    const { status } = await reporter.get(`/saved_views?screen=${screen}`);
    expect(status).toBe(["codes", "vouchers", "sessions"].includes(screen) ? 200 : 403);
    const scanner = await signedIn(server, shop, ["scanner"]);
    expect((await scanner.get(`/saved_views?screen=${screen}`)).status).toBe(403);
  });

  test("of the journal is kept with its days, account, order and columns, for those who may read it", async () => {
    const finance = await signedIn(server, shop, ["finance"]);
    const filters = { from: "2027-06-01", to: "2027-06-30", day: "2027-06-12", account: "tax:20", sort: "-amount" };
    const view = { screen: "journal", filters: { ...filters, columns: "cause.amount" } };
    expect((await save(finance, "Tax of June", view)).status).toBe(200);
    const { views } = (await finance.get("/saved_views?screen=journal")).body;
    expect(views).toMatchObject([{ name: "Tax of June", filters: view.filters }]);
    for (const wrong of [{ from: "June" }, { account: "no account" }, { columns: "cause.colour" }, { colour: "red" }])
      expect([wrong, (await save(finance, "Wrong", { ...view, filters: wrong })).status]).toEqual([wrong, 422]);
    expect((await save(clerk, "Tax of June", view)).status).toBe(403);
    expect((await clerk.get("/saved_views?screen=journal")).status).toBe(403);
  });

  test("is in the audit log when it is saved, renamed and deleted", async () => {
    const { id } = (await save(manager, "Logged")).body;
    await renameShownView(manager, id, "Logged twice");
    await deleteShownView(manager, id);
    const entries = (await auditOf(server.db, shop.seller_id)).filter(({ entity_id }) => entity_id === id);
    expect(entries.map(({ action }) => action)).toEqual(["view.saved", "view.renamed", "view.deleted"]);
  });

  test(`is one of at most ${maxViews} per list`, async () => {
    const person = await signedIn(server, shop, ["box_office"]);
    for (let n = 0; n < maxViews; n++) expect((await save(person, `View ${n}`)).status).toBe(200);
    const refused = await save(person, "One more");
    expect([refused.status, refused.body._data[0]._extra.fields]).toEqual([422, ["name"]]);
    expect((await save(clerk, "Another person's")).status).toBe(200);
  });
});
