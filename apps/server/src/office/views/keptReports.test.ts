import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maxPinned } from "@foyer/contract/office/money/keptReports.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { auditOf, mailsTo, signedIn } from "../../../test/office/testStaff.ts";
import { deleteShownView, viewOf } from "../../../test/office/savedViews.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { mailKeptReports } from "./mailKeptReports.ts";

type Reader = Awaited<ReturnType<typeof signedIn>>;
let server: TestApp;
let shop: TestShop;
let manager: Reader;
let reporter: Reader;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await createTestShop(server.db);
  manager = await signedIn(server, shop, ["manager"]);
  reporter = await signedIn(server, shop, ["reporter"]);
});

const keep = async (who: Reader, name: string, more: object = {}): Promise<string> => {
  const view = { screen: "report_sales", name, filters: { by: "month" }, is_shared: false, ...more };
  const { status, body } = await who.post("/saved_views", view);
  expect(status).toBe(200);
  return body.id;
};
const choose = async (who: Reader, id: string, more: object = {}, screen = "report_sales") => {
  const version = (await viewOf(who, id, screen))?.choice_version ?? "not shown";
  return who.post(`/saved_views/${id}/report`, { version, is_pinned: true, mailed_every: null, ...more });
};
const pinsOf = async (who: Reader) => (await who.get("/pinned_reports")).body.reports;

describe("a pinned report", () => {
  test("is on the board of whoever pinned it, with its choices", async () => {
    const view_id = await keep(manager, "By month", { is_shared: true });
    expect((await choose(reporter, view_id)).status).toBe(200);
    expect(await pinsOf(reporter)).toEqual([{ view_id, report: "sales", name: "By month", filters: { by: "month" } }]);
    expect(await pinsOf(manager)).toEqual([]);
    const { views } = (await reporter.get("/saved_views?screen=report_sales")).body;
    expect(views).toMatchObject([{ id: view_id, is_pinned: true, mailed_every: null }]);
    expect((await auditOf(server.db, shop.seller_id)).at(-1)).toMatchObject({
      action: "view.report_chosen",
      entity_id: view_id,
      before: { is_pinned: false },
      after: { is_pinned: true },
    });
    expect((await choose(reporter, view_id, { is_pinned: false })).status).toBe(200);
    expect(await pinsOf(reporter)).toEqual([]);
  });

  test("is removed with its view, also where others have pinned it", async () => {
    const view_id = await keep(manager, "By month", { is_shared: true });
    await choose(reporter, view_id);
    expect([
      (await viewOf(manager, view_id, "report_sales"))?.wanted_by,
      (await viewOf(reporter, view_id, "report_sales"))?.wanted_by,
    ]).toEqual([1, 0]);
    expect((await deleteShownView(manager, view_id, "report_sales")).status).toBe(200);
    expect(await pinsOf(reporter)).toEqual([]);
  });

  test("of a colleague's own view is not found, nor is one of another seller or of a list", async () => {
    const own = await keep(manager, "Mine");
    expect((await choose(reporter, own)).status).toBe(404);
    const list = await keep(manager, "Unused", { screen: "orders", filters: { state: "valid" } });
    expect((await choose(manager, list)).status).toBe(404);
    const stranger = await signedIn(server, await createTestShop(server.db), ["owner"]);
    expect((await choose(stranger, own)).status).toBe(404);
  });

  test("of a report that the reader may not read is refused, and not shown any more", async () => {
    const owner = await signedIn(server, shop, ["owner"]);
    const view_id = await keep(owner, "Tax", { screen: "report_tax", is_shared: true });
    expect((await choose(reporter, view_id)).status).toBe(403);
    const finance = await signedIn(server, shop, ["finance"]);
    expect((await choose(finance, view_id, {}, "report_tax")).status).toBe(200);
    expect(await pinsOf(finance)).toHaveLength(1);
    await server.db
      .updateTable("staff_grant")
      .set({ role: "box_office" })
      .where("seller_id", "=", shop.seller_id)
      .where("staff_id", "=", finance.person.id)
      .execute();
    expect(await pinsOf(finance)).toEqual([]);
  });

  test(`has room beside ${maxPinned - 1} others`, async () => {
    for (let nth = 0; nth < maxPinned; nth++)
      expect((await choose(manager, await keep(manager, `No. ${nth}`))).status).toBe(200);
    const one = await keep(manager, "One more");
    const refused = await choose(manager, one);
    expect([refused.status, refused.body._data[0]._extra.fields]).toEqual([422, ["is_pinned"]]);
    expect((await choose(manager, one, { is_pinned: false, mailed_every: "week" })).status).toBe(200);
    expect(await pinsOf(manager)).toHaveLength(maxPinned);
  });
});

describe("a report that is mailed", () => {
  /** The seller's time zone is New York. */
  const at = (local: string): Temporal.Instant =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(shop.timezone).toInstant();
  const mail = async (local: string): Promise<number> => {
    const seller = await sellerFinder(server.db, 0)(shop.slug);
    if (!seller) throw new Error("There is no seller.");
    const db = server.connections.forSeller(shop.seller_id);
    return mailKeptReports({ db, seller, origin: "https://office.example", now: at(local) });
  };
  const linksTo = async ({ person }: Reader): Promise<string[]> =>
    (await mailsTo(server.db, person.email)).flatMap(({ kind, message }) =>
      kind === "report_link" ? (/\/_office\/\S+/.exec(message.text) ?? []) : [],
    );
  /** As if it had been chosen on a Wednesday. */
  const chosen = async (who: Reader, mailed_every: string, more: object = {}): Promise<string> => {
    const id = await keep(who, "Sales of late", { filters: { by: "day" }, ...more });
    expect((await choose(who, id, { is_pinned: false, mailed_every })).status).toBe(200);
    await server.db
      .updateTable("report_choice")
      .set({ mailed_on: "2027-02-24" })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    return id;
  };

  test.each([
    ["day", "2027-02-25T05:59", "2027-02-25T06:00", "from=2027-02-24&to=2027-02-24"],
    ["week", "2027-03-01T05:59", "2027-03-01T06:00", "from=2027-02-22&to=2027-02-28"],
    ["month", "2027-03-01T05:59", "2027-03-01T06:00", "from=2027-02-01&to=2027-02-28"],
  ])(
    "is sent by %s from six in the morning, once, as a link to the period that has ended",
    async (rhythm, before, from, days) => {
      await chosen(reporter, rhythm);
      expect(await mail(before)).toBe(0);
      expect(await mail(from)).toBe(1);
      expect(await mail(from)).toBe(0);
      expect(await linksTo(reporter)).toEqual([`/_office/${shop.slug}/reports/sales?by=day&${days}`]);
    },
  );

  test("has no figures in its e-mail, and keeps the dates of its view", async () => {
    await chosen(reporter, "day", { filters: { by: "day", from: "2027-01-01", to: "2027-01-31" } });
    await mail("2027-02-25T12:00");
    const [link = ""] = await linksTo(reporter);
    expect(Object.fromEntries(new URLSearchParams(link.split("?")[1]))).toEqual({
      by: "day",
      from: "2027-01-01",
      to: "2027-01-31",
    });
    const [{ message } = { message: undefined }] = (await mailsTo(server.db, reporter.person.email)).slice(-1);
    expect(message?.subject).toContain("Sales of late");
    expect(JSON.stringify(message)).not.toMatch(/[$]\s?\d|attachments":\[[^\]]/);
  });

  test("is not sent to people who may no longer read it, no longer work there, or no longer see the view", async () => {
    const view_id = await chosen(manager, "day", { is_shared: true });
    for (const who of [reporter, await signedIn(server, shop, ["finance"])])
      await choose(who, view_id, { is_pinned: false, mailed_every: "day" });
    const set = (values: object, staff_id: string) =>
      server.db
        .updateTable("staff_grant")
        .set(values)
        .where("seller_id", "=", shop.seller_id)
        .where("staff_id", "=", staff_id)
        .execute();
    await server.db
      .updateTable("report_choice")
      .set({ mailed_on: "2027-02-24" })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    await set({ suspended_at: new Date().toISOString() }, reporter.person.id);
    await set({ role: "box_office" }, manager.person.id);
    expect(await mail("2027-02-25T12:00")).toBe(1);
    expect([await linksTo(reporter), await linksTo(manager)]).toEqual([[], []]);
    // A view that is no longer shared belongs to its author only.
    await server.db
      .updateTable("saved_view")
      .set({ is_shared: false })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(await mail("2027-02-26T12:00")).toBe(0);
  });

  test("is sent once by two servers that find it due at the same moment", async () => {
    await chosen(reporter, "day");
    let arrived = 0;
    let open = (): void => undefined;
    const both = new Promise<void>((resolve) => (open = resolve));
    pauseAt("report_mail_due", async () => {
      if (++arrived === 2) open();
      await both;
    });
    const sent = await Promise.all([mail("2027-02-25T12:00"), mail("2027-02-25T12:00")]);
    pauseAt("report_mail_due", undefined);
    expect(sent.toSorted()).toEqual([0, 1]);
    expect(await linksTo(reporter)).toHaveLength(1);
  });

  test("ends when its reader unsubscribes", async () => {
    const id = await chosen(reporter, "day");
    await choose(reporter, id, { is_pinned: true, mailed_every: null });
    expect(await mail("2027-02-25T12:00")).toBe(0);
  });
});
