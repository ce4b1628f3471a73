import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report, ReportName } from "@foyer/contract/office/money/reports.ts";
import {
  buyMembership,
  createLevels,
  membershipRequest,
  readMemberships,
} from "../../../test/accounts/membershipLevels.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { readFileNow, readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { cancelTickets, createChangeShop, everyChange, orderOf } from "../../../test/orders/changedOrders.ts";
import { createCodes, createDiscount } from "../../../test/shop/codesAndRules.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let reporter: OfficeBrowser;
let today: string;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createChangeShop(server, everyChange);
  owner = await signedIn(server, shop, ["owner"]);
  reporter = await signedIn(server, shop, ["reporter"]);
  today = Temporal.Now.plainDateISO(shop.timezone).toString();
});
afterAll(() => server.close());

const dayAfter = (days: number): string => Temporal.PlainDate.from(today).add({ days }).toString();
const report = async (name: ReportName, more = "", who = owner): Promise<Report> => {
  const span = more.includes("from=") ? more : `from=${today}&to=${dayAfter(1)}${more}`;
  const { status, body } = await readReportNow(who, `/reports/${name}?${span}`);
  expect([status, name]).toEqual([200, name]);
  return body as Report;
};
const named = ({ columns }: Report, values: readonly (number | string)[] = []) =>
  Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? 0]));
const totalOf = (given: Report) => named(given, given.total.values);
const rowsByLabel = (given: Report) =>
  Object.fromEntries(given.rows.map(({ label, values }) => [label, named(given, values)]));
const cents = (value: number | string | undefined): number => Math.round(100 * Number(value));
/** Rows add up to the total in each column that adds up. */
const expectRowsToAddUp = ({ rows, columns, total }: Report): void => {
  for (const [index, { name, total: kind }] of columns.entries())
    if (kind === "sum")
      expect([name, rows.reduce((sum, { values }) => sum + cents(values[index]), 0)], name).toEqual([
        name,
        cents(total.values[index]),
      ]);
};

describe("promo codes and discounts", () => {
  const buyWith = async (...codes: readonly string[]) => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(2);
    if (codes.length > 0) expect((await buyer.post(`/my/cart/${cart.id}/apply_code`, { codes })).status).toBe(200);
    const { body } = await buyer.get(`/my/cart/${cart.id}`);
    const [priced] = body.cart._data;
    expect((await buyer.pay(priced, cards.good)).status).toBe(200);
    return { buyer, order: orderOf(await buyer.checkOut(priced)) };
  };

  beforeAll(async () => {
    const summer = await createCodes(server.db, shop, { SUMMER: {} });
    const friend = await createCodes(server.db, shop, { FRIEND: {} });
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [summer.id] });
    await createDiscount(server.db, shop, { benefit: { percent: 2000 }, code_group_ids: [friend.id] });
    await recordPrices(server, shop);
    await buyWith();
    await buyWith("SUMMER");
    const { buyer, order } = await buyWith("SUMMER");
    await buyWith("FRIEND", "SUMMER");
    expect((await cancelTickets(buyer, order, order.tickets.slice(0, 1))).status).toBe(200);
  });

  test("tell what each code sold, once, and what of it was cancelled", async () => {
    const rows = rowsByLabel(await report("codes"));
    expect(Object.keys(rows).toSorted()).toEqual(["FRIEND + SUMMER", "SUMMER"]);
    // The row of a single code links to its page.
    const [code] = (await owner.get("/codes?q=SUMMER")).body.codes;
    const keys = (await report("codes")).rows.map(({ label, key }) => [label, key]);
    expect(keys.toSorted()).toEqual([
      ["FRIEND + SUMMER", "FRIEND + SUMMER"],
      ["SUMMER", code.id],
    ]);
    expect(rows["SUMMER"]).toMatchObject({
      orders: 2,
      tickets: 3,
      face_value: "80.00",
      discounts: "-8.00",
      refunds: "-18.00",
    });
    expect(rows["SUMMER"]?.["net"]).toBe("54.00");
    expect(rows["FRIEND + SUMMER"]).toMatchObject({ orders: 1, tickets: 2, face_value: "40.00" });
  });

  test("say the same as the page of a code, also about what was cancelled", async () => {
    const rows = Object.entries(rowsByLabel(await report("codes"))).filter(([label]) => label.includes("SUMMER"));
    const sum = (name: string): number => rows.reduce((all, [, row]) => all + cents(row[name]), 0);
    const [code] = (await owner.get("/codes?q=SUMMER")).body.codes;
    const { use } = (await owner.get(`/codes/${code.id}`)).body;
    expect([use.orders, -cents(use.taken_off), cents(use.revenue)]).toEqual([
      rows.reduce((all, [, row]) => all + Number(row["orders"]), 0),
      sum("discounts"),
      sum("net"),
    ]);
  });

  test("have the discounts of the report of sales, by code and by day", async () => {
    const sales = totalOf(await report("sales"));
    for (const by of ["code", "day", "week", "month"]) {
      const codes = await report("codes", `&by=${by}`);
      expectRowsToAddUp(codes);
      expect([by, totalOf(codes)["discounts"]]).toEqual([by, sales["discounts"]]);
    }
  });

  test("cover one year by code", async () => {
    const { status, body } = await owner.get(`/reports/codes?from=2024-01-01&to=2026-01-31&by=code`);
    expect([status, body._data[0]._code]).toEqual([422, "validation_failed"]);
  });

  test("are downloaded as CSV and XLSX", async () => {
    const csv = await readFileNow(owner, `/reports/codes/download?from=${today}&to=${dayAfter(1)}&format=csv`);
    expect(csv.status).toBe(200);
    expect(String(csv.headers["content-type"])).toContain("text/csv");
    const xlsx = await readFileNow(owner, `/reports/codes/download?from=${today}&to=${dayAfter(1)}&format=xlsx`);
    expect([xlsx.status, String(xlsx.headers["content-disposition"])]).toEqual([200, expect.stringContaining(".xlsx")]);
  });
});

describe("tickets given away", () => {
  beforeAll(async () => {
    for (const quantity of [1, 2]) {
      const given = await owner.post("/comp_orders", {
        event_template_id: shop.event.id,
        event_session_id: shop.session.id,
        tickets: [{ ticket_type_id: shop.type.id, quantity }],
        first_name: "Grace",
        last_name: "Hopper",
        email: "grace@comp.example",
        reason: "Press",
      });
      expect(given.status).toBe(200);
    }
  });

  test("are reported with what they would have cost: the face value of the orders", async () => {
    const comps = await report("comps");
    expectRowsToAddUp(comps);
    expect(totalOf(comps)).toEqual({ orders: 2, tickets: 3, worth: "60.00" });
    const { rows } = await server.db
      .selectFrom("ticket as t")
      .innerJoin("comp_order as c", (join) =>
        join.onRef("c.seller_id", "=", "t.seller_id").onRef("c.ticket_order_id", "=", "t.ticket_order_id"),
      )
      .select((eb) => eb.fn.sum<number>("t.face_value").as("worth"))
      .where("t.seller_id", "=", shop.seller_id)
      .execute()
      .then((found) => ({ rows: found }));
    expect(Number(rows[0]?.worth)).toBe(6000);
  });

  test("name a colleague to those who read the audit log, and to nobody else", async () => {
    const name = (await owner.get("/me")).body.name as string;
    expect((await report("comps", "&by=staff")).rows.map(({ label }) => label)).toEqual([name]);
    const shown = await report("comps", "&by=staff", reporter);
    expect(shown.rows.map(({ key, label }) => [key, label])).toEqual([["staff", "Staff"]]);
    expect(totalOf(shown)).toMatchObject({ tickets: 3 });
  });
});

describe("memberships", () => {
  const terms: string[] = [];
  /** A membership term as it was sold, moved to days relative to today. */
  const term = async (from: number, to: number | null, more = ""): Promise<string> => {
    const levels = await sold;
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    const [row] = await readMemberships(server, order_id);
    const at = (days: number) => `timestamptz '${dayAfter(days)} 10:00Z'`;
    await server.runAsOwner(`set app.seller = '*'; update membership set valid_from = ${at(from)},
      valid_to = ${to === null ? "null" : at(to)} ${more} where id = '${row?.id}';
      update ticket_order set created_at = least(created_at, ${at(from)}) where id = '${order_id}'`);
    terms.push(row?.id ?? "");
    return row?.id ?? "";
  };
  let sold: ReturnType<typeof createLevels>;
  beforeAll(async () => {
    sold = createLevels(server, shop);
    await sold;
    await recordPrices(server, shop);
    const first = await term(-400, -35);
    await term(-35, 330, `, renews_id = '${first}'`);
    await term(-20, null);
    const cancelled = await term(-50, 315);
    await server.runAsOwner(`set app.seller = '*';
      insert into transition (seller_id, entity, entity_id, from_state, to_state, at)
        select seller_id, 'ticket', ticket_id, 'booked', 'cancelled', timestamptz '${dayAfter(-10)} 12:00Z' from membership where id = '${cancelled}';
      update membership set state = 'cancelled' where id = '${cancelled}'`);
    // Cancelled before it began, so it was never valid.
    const never = await term(20, 385);
    await server.runAsOwner(`set app.seller = '*'; update membership set state = 'cancelled' where id = '${never}'`);
  });
  const days = (from: number, to: number, by: string) => `from=${dayAfter(from)}&to=${dayAfter(to)}&by=${by}`;

  test("that began and ended explain the difference between the start and the end of a span", async () => {
    for (const by of ["day", "week", "month"]) {
      const total = totalOf(await report("memberships", days(-60, -1, by)));
      expect([by, total]).toEqual([
        by,
        { opening: 1, joined: 2, renewed: 1, moved: 0, given: 0, ended: -1, cancelled: -1, closing: 2 },
      ]);
    }
    const byDay = await report("memberships", days(-60, -1, "day"));
    for (const [nth, { values }] of byDay.rows.entries()) {
      const { opening, closing, ...moved } = named(byDay, values);
      const sum = Object.values(moved).reduce<number>((all, one) => all + Number(one), 0);
      expect([nth, Number(opening) + sum]).toEqual([nth, Number(closing)]);
      if (nth > 0) expect(named(byDay, byDay.rows[nth - 1]?.values)["closing"]).toBe(opening);
    }
  });

  test("are as many as the valid rows of the table of memberships", async () => {
    const { rows } = await server.db
      .selectFrom("membership")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("state", "=", "active")
      .where("valid_from", "<", `${dayAfter(0)}T00:00:00Z`)
      .where((eb) => eb.or([eb("valid_to", "is", null), eb("valid_to", ">", `${dayAfter(0)}T00:00:00Z`)]))
      .execute()
      .then((found) => ({ rows: found }));
    expect(totalOf(await report("memberships", days(-60, -1, "month")))["closing"]).toBe(rows.length);
  });

  test("stand by level with their own ends", async () => {
    const byLevel = await report("memberships", days(-60, -1, "level"));
    expect(byLevel.rows.map(({ label }) => label)).toEqual(["Individual"]);
    expect(totalOf(byLevel)).toEqual(totalOf(await report("memberships", days(-60, -1, "month"))));
  });

  test("that are sold or lengthened later do not change earlier days", async () => {
    const id = await term(-30, -8);
    const past = () => report("memberships", days(-60, -1, "day"));
    const before = await past();
    const { version } = (await owner.get(`/members/${id}`)).body;
    const longer = { version, days: 90, reason: "Closed for a month" };
    expect((await owner.post(`/members/${id}/lengthen`, longer)).status).toBe(200);
    // Sold now, and valid since a month ago, like imported members.
    const levels = await sold;
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    await server.runAsOwner(`set app.seller = '*';
      update membership set valid_from = now() - interval '30 days' where ticket_order_id = '${order_id}'`);
    expect(await past()).toEqual(before);
    const now = await report("memberships", `from=${dayAfter(-8)}&to=${dayAfter(1)}&by=month`);
    expect(totalOf(now)).toMatchObject({ ended: -1, renewed: 1, joined: 1 });
    const { rows } = await report("memberships", `from=${dayAfter(-8)}&to=${dayAfter(1)}&by=level`);
    expect(rows.map(({ values }) => named(now, values))).toEqual([totalOf(now)]);
  });
});
