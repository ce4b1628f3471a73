import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { auditOf, mailsTo, OfficeBrowser, signedIn, tokenIn } from "../../../test/office/testStaff.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { orderOf } from "../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../test/orders/requestChange.ts";
import { createSettler, payAfterExpiry } from "../../../test/payments/latePayments.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { letCachesExpire } from "../../../test/app/letCachesExpire.ts";

let server: TestApp;
let shop: TestShop;
let operator: Awaited<ReturnType<typeof signedIn>>;
let owner: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await openTestApp();
});
beforeEach(async () => {
  shop = await createTestShop(server.db);
  operator = await signedIn(server, shop, [], { is_operator: true });
  owner = await signedIn(server, shop, ["owner"]);
});
afterAll(() => server.close());

const codeOf = ({ body }: { readonly body: { readonly _data?: { readonly _code: string }[] } }) =>
  body._data?.[0]?._code;
const newSlug = (): string => `n${crypto.randomUUID().slice(0, 8)}`;
const create = (more: object = {}) =>
  operator.post("/operator/sellers", {
    slug: newSlug(),
    name: "North Pier",
    currency: "GBP",
    timezone: "Europe/London",
    ...more,
  });
const rowOf = async (slug: string) =>
  (await operator.get(`/operator/sellers?q=${slug}`)).body.sellers.find((one: { slug: string }) => one.slug === slug);

describe("the operator", () => {
  test("creates a seller and invites its first owner, who accepts; both are in that seller's log", async () => {
    const slug = newSlug();
    expect((await create({ slug })).status).toBe(200);
    expect(await rowOf(slug)).toMatchObject({ name: "North Pier", currency: "GBP", has_owner: false });
    const email = `${slug}@owner.example`;
    expect((await operator.post(`/operator/sellers/${slug}/invite_owner`, { email })).status).toBe(200);
    expect(await rowOf(slug)).toMatchObject({ is_owner_invited: true });
    const [mail] = await mailsTo(server.db, email);
    const invited = new OfficeBrowser(server, slug);
    const token = mail ? tokenIn(mail.message) : "";
    const account = { token, name: "Noor North", password: "a slow ferry at dawn" };
    expect((await invited.post("/invitation/accept", account)).status).toBe(200);
    expect((await invited.get("/staff")).body.staff).toMatchObject([{ name: "Noor North", roles: ["owner"] }]);
    expect(await rowOf(slug)).toMatchObject({ has_owner: true, is_owner_invited: false });
    const { id } = await server.db.selectFrom("seller").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
    const entries = (await auditOf(server.db, id)).filter(({ staff_id }) => staff_id === operator.person.id);
    expect(entries.map(({ action, roles }) => [action, roles])).toEqual([
      ["seller.created", ["operator"]],
      ["staff.invited", ["operator"]],
    ]);
  });

  test.each([
    ["of another seller", () => shop.slug],
    ["that is an address of the server", () => "operator"],
  ])("is refused a slug %s", async (_, slug) => {
    const refused = await create({ slug: slug() });
    expect([refused.status, codeOf(refused)]).toEqual([409, "slug_taken"]);
  });

  test.each([
    ["currency", "ABC"],
    ["timezone", "Europe/Atlantis"],
  ])("is refused an unknown %s", async (field, value) => {
    const refused = await create({ [field]: value });
    expect([refused.status, refused.body._data[0]._extra.fields]).toEqual([422, [field]]);
  });

  test("invites no owner of a seller that has one: that would give access to it", async () => {
    const refused = await operator.post(`/operator/sellers/${shop.slug}/invite_owner`, {
      email: "me@operator.example",
    });
    expect([refused.status, codeOf(refused)]).toEqual([409, "owner_exists"]);
    expect(codeOf(await operator.post("/operator/sellers/nowhere/invite_owner", { email: "a@b.example" }))).toBe(
      "not_found",
    );
  });

  test("lists sellers page by page", async () => {
    const { sellers } = (await operator.get("/operator/sellers")).body;
    const slugs = sellers.map(({ slug }: { slug: string }) => slug);
    expect(slugs).toEqual(slugs.toSorted());
    const after = slugs[0];
    expect((await operator.get(`/operator/sellers?after=${after}`)).body.sellers[0].slug).toBe(slugs[1]);
  });
});

describe("a suspended seller", () => {
  const suspend = () => operator.post(`/operator/sellers/${shop.slug}/suspend`, { reason: "Contract ended" });
  const sells = async (isOnSale: boolean) => {
    letCachesExpire();
    const reply = await new TestBuyer(server, shop).requestTickets(1);
    expect(reply.status).toBe(isOnSale ? 200 : 422);
    return reply;
  };

  const suspendAfter = async (work: () => Promise<unknown>) => {
    await work();
    return suspend();
  };
  const ordersOf = async (): Promise<number> =>
    (await server.db.selectFrom("ticket_order").select("id").where("seller_id", "=", shop.seller_id).execute()).length;

  test("sells nothing and takes no new payment; its orders stay accessible, and it sells again when it is resumed", async () => {
    const buyer = new TestBuyer(server, shop);
    const bought = await buyer.buy(1);
    const held = new TestBuyer(server, shop);
    const cart = await held.hold(1);
    expect((await suspend()).status).toBe(200);
    const refused = await sells(false);
    expect(codeOf(refused)).toBe("seller_suspended");
    const payment = await held.pay(cart, cards.good);
    expect([payment.status, codeOf(payment)]).toEqual([422, "seller_suspended"]);
    const [{ order_number }] = bought.body.ticket_order._data;
    const manager = await signedIn(server, shop, ["manager"]);
    expect((await manager.get(`/orders/${order_number}`)).status).toBe(200);
    expect(await rowOf(shop.slug)).toMatchObject({ suspended_at: expect.any(String) });
    expect((await operator.post(`/operator/sellers/${shop.slug}/resume`)).status).toBe(200);
    await sells(true);
    const entries = (await auditOf(server.db, shop.seller_id)).map(({ action }) => action);
    expect(entries).toEqual(expect.arrayContaining(["seller.suspended", "seller.resumed"]));
  });

  test("completes no free cart that was held before, and gives no tickets away", async () => {
    shop = await createTestShop(server.db, { event: { groups: [{ types: [{ currency_amount: 0 }] }] } });
    const held = new TestBuyer(server, shop);
    const cart = await held.hold(1);
    expect((await suspend()).status).toBe(200);
    await sells(false);
    const refused = await held.checkOut(cart);
    expect([refused.status, codeOf(refused)]).toEqual([422, "seller_suspended"]);
    const clerk = await signedIn(server, shop, ["manager"]);
    const given = await clerk.post("/comp_orders", {
      event_template_id: shop.event.id,
      event_session_id: shop.session.id,
      tickets: [{ ticket_type_id: shop.type.id, quantity: 1 }],
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@comp.example",
      reason: "Press",
    });
    expect([given.status, codeOf(given)]).toEqual([422, "seller_suspended"]);
    expect(await ordersOf()).toBe(0);
    expect((await operator.post(`/operator/sellers/${shop.slug}/resume`)).status).toBe(200);
    await sells(true);
    expect((await held.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("changes its orders on, and completes what was paid for before", async () => {
    shop = await createDeskShop(server);
    const buyer = new TestBuyer(server, shop);
    const order = orderOf(await buyer.buy(1));
    const paying = new TestBuyer(server, shop);
    const cart = await paying.hold(1);
    expect((await paying.pay(cart, cards.good)).status).toBe(200);
    expect((await suspend()).status).toBe(200);
    await sells(false);
    expect((await paying.checkOut(cart)).body.outcome).toBe("completed");
    const change = changeCartOf(
      await requestChange(buyer, order, { remove: order.tickets, add: newTickets(shop, { session: 1 }) }),
    );
    expect((await buyer.checkOut(change, {})).body.outcome).toBe("completed");
  });

  test("takes no money that comes after its tickets were let go", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    expect((await suspendAfter(() => payAfterExpiry(server, buyer, cart))).status).toBe(200);
    await createSettler(server, () => undefined)();
    const { state, refunded } = await server.db
      .selectFrom("payment")
      .select(["state", "refunded"])
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    expect({ state, refunded }).toEqual({ state: "voided", refunded: 0 });
    expect(await ordersOf()).toBe(0);
  });
});

describe("a visit of the operator", () => {
  const visiting = () => Object.assign(new OfficeBrowser(server, shop.slug), { cookie: operator.cookie });
  const letIn = (hours = 2) => owner.post("/operator_permits", { hours, reason: "Look at a refund" });

  test("is possible only when an owner lets them in, reads and changes nothing, and is logged once", async () => {
    expect((await visiting().get("/orders")).status).toBe(404);
    expect((await letIn()).status).toBe(200);
    const visitor = visiting();
    // The first calls of a screen.
    const paths = ["/orders", "/order_filters", "/saved_views?screen=orders"];
    const replies = await Promise.all(paths.map((path) => visitor.get(path)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await visitor.get("/staff")).status).toBe(200);
    expect(codeOf(await visitor.post("/orders/1/notes", { text: "x", is_pinned: false, version: "1" }))).toBe(
      "access_denied",
    );
    expect(codeOf(await visitor.post("/staff/invite", { email: "a@b.example", roles: ["owner"] }))).toBe(
      "access_denied",
    );
    const view = { screen: "orders", name: "Mine", filters: { state: "valid" }, is_shared: false };
    expect(codeOf(await visitor.post("/saved_views", view))).toBe("access_denied");
    const entries = (await auditOf(server.db, shop.seller_id)).filter(
      ({ staff_id }) => staff_id === operator.person.id,
    );
    const visits = entries.filter(({ action }) => action === "operator.visited");
    expect(visits.map(({ roles }) => roles)).toEqual([["operator"]]);
    const refused = entries.filter(({ action }) => action === "staff.refused").map(({ entity_id }) => entity_id);
    expect(refused).toEqual(["addOrderNote", "inviteStaff", "saveView"]);
    const { sellers } = (await operator.get("/me")).body;
    expect(sellers).toMatchObject([{ slug: shop.slug, roles: [], visit_until: expect.any(String) }]);
    expect(sellers[0].permissions).not.toContain("order.note");
  });

  test("adds nothing to the role that an operator has there", async () => {
    await letIn();
    const scanner = await signedIn(server, shop, ["scanner"], { is_operator: true });
    expect(codeOf(await scanner.get("/orders"))).toBe("access_denied");
  });

  test("opens nothing to others, and nothing at other sellers", async () => {
    await letIn();
    const stranger = await signedIn(server, await createTestShop(server.db), ["owner"]);
    const there = Object.assign(new OfficeBrowser(server, shop.slug), { cookie: stranger.cookie });
    expect((await there.get("/orders")).status).toBe(404);
    const other = await createTestShop(server.db);
    const elsewhere = Object.assign(new OfficeBrowser(server, other.slug), { cookie: operator.cookie });
    expect((await elsewhere.get("/orders")).status).toBe(404);
  });

  test("ends by its owner's hand at the next call, and by itself", async () => {
    const { id } = (await letIn()).body;
    expect((await visiting().get("/orders")).status).toBe(200);
    expect((await owner.get("/operator_permits")).body.permits).toMatchObject([{ id, reason: "Look at a refund" }]);
    expect((await owner.post(`/operator_permits/${id}/end`)).status).toBe(200);
    expect((await visiting().get("/orders")).status).toBe(404);
    expect((await owner.post(`/operator_permits/${id}/end`)).status).toBe(404);
    await letIn(1);
    await server.runAsOwner(
      "set app.seller = '*'; update operator_permit set created_at = app_now() - interval '2 hours', ends_at = app_now() - interval '1 hour'",
    );
    expect((await visiting().get("/orders")).status).toBe(404);
  });

  test("is for at most 24 hours, by the call and by the database", async () => {
    expect((await letIn(25)).status).toBe(422);
    expect((await letIn(24)).status).toBe(200);
    await expect(
      server.runAsOwner(
        "set app.seller = '*'; update operator_permit set ends_at = (created_at at time zone 'utc' + interval '25 hours') at time zone 'utc'",
      ),
    ).rejects.toThrow("operator_permit_check");
  });
});
