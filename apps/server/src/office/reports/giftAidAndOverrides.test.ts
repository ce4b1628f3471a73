import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Report, ReportName } from "@foyer/contract/office/money/reports.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { buyAtDesk, createDeskShop, DeskClerk, deskClerk } from "../../../test/office/deskShop.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createTestEvent, type TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let today: string;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await createDeskShop(server);
  await sql`update seller set configuration = configuration || '{"identity_form": {"properties": {"gift_aid_eligible": {}}}}'
    where id = ${shop.seller_id}::uuid`.execute(server.db);
  owner = await signedIn(server, shop, ["owner"]);
  today = Temporal.Now.plainDateISO(shop.timezone).toString();
});

const report = async (name: ReportName, more = "", who = owner): Promise<Report> => {
  const to = Temporal.PlainDate.from(today).add({ days: 1 }).toString();
  const { status, body } = await readReportNow(who, `/reports/${name}?from=${today}&to=${to}${more}`);
  expect([status, name]).toEqual([200, name]);
  return body as Report;
};
const named = ({ columns }: Report, values: readonly (number | string)[]) =>
  Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]));
const totalOf = (given: Report) => named(given, given.total.values);
const rowsOf = (given: Report) => given.rows.map(({ label, values }) => ({ label, ...named(given, values) }));

describe("Gift Aid", () => {
  let event: Awaited<ReturnType<typeof createTestEvent>>;
  beforeEach(async () => {
    const groups = [{ handler: "donation" as const, types: [{ name: "Gift", currency_amount: 1000 }] }];
    event = await createTestEvent(server.db, shop, { name: "Support us", sessions: [], groups });
    await recordPrices(server, shop);
  });
  const give = async (quantity: number, gift_aid_eligible: boolean): Promise<string> => {
    const buyer = new TestBuyer(server, shop);
    const { body } = await buyer.post("/my/cart/modify", { add: [ticketLine(event, quantity, { session: null })] });
    const [cart] = body.cart._data;
    await buyer.pay(cart, cards.good);
    const { status, body: done } = await buyer.checkOut(cart, { identity: { ...ada, gift_aid_eligible } });
    expect([status, done.outcome]).toEqual([200, "completed"]);
    return done.ticket_order._data[0].id;
  };
  const ofToday = async () => totalOf(await report("gift_aid"));

  test("separates donations with a declaration from those without, and adds up to the report of donations", async () => {
    await give(2, true);
    await give(1, false);
    expect(await ofToday()).toEqual({ donations: 2, declared: "20.00", undeclared: "10.00", net: "30.00" });
    for (const by of ["day", "week", "month"])
      expect([by, totalOf(await report("gift_aid", `&by=${by}`))["net"]]).toEqual([
        by,
        totalOf(await report("donations"))["net"],
      ]);
  });

  test("subtracts what is cancelled, on the day of the cancellation", async () => {
    const id = await give(2, true);
    const [ticket] = await server.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("ticket_order_id", "=", id)
      .execute();
    const { order_number } = await server.db
      .selectFrom("ticket_order")
      .select("order_number")
      .where("seller_id", "=", shop.seller_id)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const clerk = new DeskClerk(owner, order_number);
    await clerk.look();
    const query = `tickets=${ticket?.id}&money=waive_fee&refund_to=same_means`;
    const { refund } = (await clerk.get(`cancel_quote?${query}`)).body;
    const cancelled = await clerk.cancel([ticket?.id ?? ""], refund, { money: "waive_fee" });
    expect(cancelled.status).toBe(200);
    expect(await ofToday()).toMatchObject({ declared: "10.00", undeclared: "0", net: "10.00" });
    expect(totalOf(await report("donations"))["net"]).toBe("10.00");
  });

  test("stays as it was when the purchaser changes the declaration later, or is erased", async () => {
    await give(1, true);
    await sql`update identity set gift_aid_eligible = null where seller_id = ${shop.seller_id}::uuid`.execute(
      server.db,
    );
    expect(await ofToday()).toMatchObject({ donations: 1, declared: "10.00" });
    // An order from before declarations were stored with orders.
    await server.runAsOwner(
      `set app.seller = '*'; update ticket_order set gift_aid = null where seller_id = '${shop.seller_id}'`,
    );
    expect(await ofToday()).toMatchObject({ declared: "0", undeclared: "10.00" });
  });
});

describe("what went beyond the rules", () => {
  test("is counted by rule and by person, with what it changed sales by", async () => {
    const within = await deskClerk(server, shop, await buyAtDesk(server, shop), "box_office");
    const order = await buyAtDesk(server, shop);
    const ownClerk = new DeskClerk(owner, order.number);
    const plain = (await within.look()).tickets[0].id;
    expect((await within.cancel([plain], "18.00")).status).toBe(200);
    const before = totalOf(await report("sales"));
    await ownClerk.look();
    const [first = "", second = ""] = order.tickets;
    expect((await ownClerk.cancel([first], "20.00", { money: "waive_fee" })).status).toBe(200);
    await ownClerk.look();
    expect((await ownClerk.cancel([second], "0", { money: "keep_all" })).status).toBe(200);
    const after = totalOf(await report("sales"));
    const found = await report("overrides", "&by=rule");
    expect(rowsOf(found)).toEqual([
      { label: "No fee kept", overrides: 1, tickets: 1, net: "-20.00", waived: "0" },
      { label: "Nothing given back", overrides: 1, tickets: 1, net: "0", waived: "0" },
    ]);
    expect(Number(totalOf(found)["net"])).toBe(Number(after["net"]) - Number(before["net"]));
    for (const by of ["day", "week", "month", "staff"])
      expect([by, totalOf(await report("overrides", `&by=${by}`))]).toEqual([by, totalOf(found)]);
    const name = (await owner.get("/me")).body.name as string;
    expect((await report("overrides", "&by=staff")).rows.map(({ label }) => label)).toEqual([name]);
  });

  test("has waived differences, places beyond the capacity, and nothing of another seller", async () => {
    const order = await buyAtDesk(server, shop, 1);
    const clerk = new DeskClerk(owner, order.number);
    const [, other] = await server.db
      .selectFrom("event_session")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .orderBy("start_datetime")
      .execute();
    const senior = await server.db
      .selectFrom("ticket_type")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("name", "=", "Senior")
      .executeTakeFirstOrThrow();
    await clerk.look();
    const moved = await clerk.post("move", {
      tickets: order.tickets,
      money: "refund",
      event_session_id: other?.id,
      ticket_type_id: senior.id,
      waive_difference: true,
      oversells: false,
      reason: "Ill",
    });
    expect([moved.status, moved.body]).toEqual([200, {}]);
    const found = await report("overrides", "&by=rule");
    expect(rowsOf(found)).toEqual([{ label: "Difference waived", overrides: 1, tickets: 1, net: "0", waived: "5.00" }]);
    const entries = async (rule: string): Promise<string[]> =>
      (await owner.get(`/audit?rule=${rule}`)).body.entries.map(({ action }: { action: string }) => action);
    expect(await entries(found.rows[0]?.key ?? "")).toEqual(["order.moved"]);
    expect(await entries("any")).toEqual(["order.moved"]);
    expect(await entries("oversells")).toEqual([]);
    const stranger = await signedIn(server, await createDeskShop(server), ["owner"]);
    expect(totalOf(await report("overrides", "", stranger))).toMatchObject({ overrides: 0 });
  });
});

test("tickets given away are listed by reason only to readers of the audit log", async () => {
  for (const [reason, quantity] of [
    ["Press", 1],
    ["School", 2],
  ])
    expect(
      (
        await owner.post("/comp_orders", {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          tickets: [{ ticket_type_id: shop.type.id, quantity }],
          first_name: "Grace",
          last_name: "Hopper",
          email: null,
          reason,
        })
      ).status,
    ).toBe(200);
  expect(rowsOf(await report("comps", "&by=reason"))).toMatchObject([
    { label: "School", tickets: 2 },
    { label: "Press", tickets: 1 },
  ]);
  const reporter = await signedIn(server, shop, ["reporter"]);
  expect(rowsOf(await report("comps", "&by=reason", reporter))).toMatchObject([{ label: "All reasons", tickets: 3 }]);
});
