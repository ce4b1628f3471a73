import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { createTestShop, type TestShop } from "../test/shop/createTestShop.ts";
import { openTestApp, type TestResponse, type TestApp } from "../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../test/shop/testBuyer.ts";
import { limitSession, createTestUser } from "../test/accounts/members.ts";
import {
  membershipRequest,
  buyMembership,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../test/accounts/membershipLevels.ts";
import { testInvoice } from "../test/orders/invoices.ts";
import { listRoutes } from "../test/app/listRoutes.ts";

/**
 * What each route replies to visitors who do not own the cart, order or membership. A route in none of the lists fails the
 * first test, so that a new route has to be added here.
 */
type Cell = number | "200 with it" | "200 without it";
type Row = {
  readonly own: Cell;
  /** Another guest of the same seller, in a separate session. */
  readonly guest: Cell;
  /** The same id at another seller. */
  readonly seller: Cell;
  /** A limited session (by member number alone) of the owner; by default the same as another guest. */
  readonly lim?: Cell;
  readonly nobody: Cell;
  readonly sends?: (cart: Cart) => unknown;
};
const ownerOnly = { guest: 404, seller: 404, nobody: 404 } as const;
/** Anyone with a guest cart's link can view and pay for the cart; only its owner can change it. */
const byLink = { guest: 403, seller: 404, nobody: 404 } as const;

const someTicket = (cart: Cart) => cart.lines.flatMap((line) => line.types.flatMap((type) => type.ticket_ids))[0];
const payment = (cart: Cart) => [
  {
    gateway_id: "test",
    amount: cart.outstanding_balance,
    gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
  },
];
const removeTicket = (cart: Cart) => ({ remove: [someTicket(cart)] });

/** For members only: others are refused before anything is looked up. */
const membersOnly = { own: 401, guest: 401, seller: 401, nobody: 401, lim: 403 } as const;

const carts: Readonly<Record<string, Row>> = {
  "GET /api/my/cart/:cart_id": { own: 200, ...ownerOnly },
  "DELETE /api/my/cart/:cart_id": { own: 200, ...ownerOnly },
  "PATCH /api/my/cart/:cart_id": { own: 200, ...ownerOnly, sends: () => ({ expires_at: "2099-01-01T00:00:00Z" }) },
  "POST /api/my/cart/:cart_id/modify": { own: 200, ...ownerOnly, sends: removeTicket },
  // 404 for its owner means an unknown code, for others an unknown cart.
  "POST /api/my/cart/:cart_id/apply_code": { own: 404, ...ownerOnly, sends: () => ({ code: "NOTHING" }) },
  "POST /api/my/cart/:cart_id/remove_code": { own: 200, ...ownerOnly, sends: () => ({ code_id: crypto.randomUUID() }) },
  "POST /api/my/cart/:cart_id/pay": { own: 200, ...ownerOnly, sends: payment },
  "POST /api/my/cart/:cart_id/purchaser": { own: 200, ...ownerOnly, sends: () => ({ identity: ada }) },
  "POST /api/my/cart/:cart_id/guest_checkout": { own: 402, ...ownerOnly, sends: () => ({ identity: ada }) },
  "POST /api/my/cart/:cart_id/checkout": membersOnly,
  "POST /api/my/cart/:cart_id/gift_checkout": {
    ...membersOnly,
    sends: () => ({ giftee_identity_id: crypto.randomUUID() }),
  },
  // A visitor with the link takes over the cart, and its owner loses access.
  "POST /api/my/cart/:cart_id/transfer": { own: 200, ...ownerOnly, guest: 200 },
  "GET /api/cart/:cart_id": { own: 200, ...byLink, guest: 200 },
  "DELETE /api/cart/:cart_id": { own: 200, ...byLink },
  "POST /api/cart/:cart_id/modify": { own: 200, ...byLink, sends: removeTicket },
  "POST /api/cart/:cart_id/remove": { own: 200, ...byLink, sends: (cart) => ({ tickets: [someTicket(cart)] }) },
  "POST /api/cart/:cart_id/pay": { own: 200, ...byLink, guest: 200, sends: payment },
  "POST /api/cart/:cart_id/purchaser": { own: 200, ...byLink, guest: 200, sends: () => ({ identity: ada }) },
  "POST /api/cart/:cart_id/guest_checkout": { own: 402, ...byLink, guest: 402, sends: () => ({ identity: ada }) },
};
type OrderRow = Omit<Row, "sends"> & { readonly sends?: (ticket_id: string) => unknown };
const cancelTicket = (ticket_id: string) => ({ tickets: [{ ticket_id }] });
const orders: Readonly<Record<string, OrderRow>> = {
  "GET /api/ticket_order": {
    own: "200 with it",
    guest: "200 without it",
    seller: "200 without it",
    nobody: "200 without it",
  },
  "GET /api/ticket_order/:ticket_order_id": { own: 200, ...ownerOnly },
  "POST /api/ticket_order/:ticket_order_id/email": { own: 200, ...ownerOnly },
  "GET /api/ticket_order/:ticket_order_id/actions": { own: 200, ...ownerOnly },
  // Even the order's own buyer is refused, since nothing was offered.
  "POST /api/ticket_order/:ticket_order_id/offered_change": { own: 410, ...ownerOnly },
  // 403 for its owner means that they have to contact the seller, which others are not told.
  "POST /api/ticket_order/:ticket_order_id/cancel_quote": { own: 403, ...ownerOnly, sends: cancelTicket },
  "POST /api/ticket_order/:ticket_order_id/cancel": { own: 403, ...ownerOnly, sends: cancelTicket },
  "POST /api/ticket_order/:ticket_order_id/names": {
    own: 403,
    ...ownerOnly,
    sends: (ticket_id) => ({ tickets: [{ ticket_id, admit_name: "Mallory Grey" }] }),
  },
  "POST /api/ticket_order/:ticket_order_id/send": {
    own: 403,
    ...ownerOnly,
    sends: (ticket_id) => ({ tickets: [{ ticket_id }], email: "mallory@example.org" }),
  },
  // 409 for its owner means that the ticket was not sent on.
  "POST /api/ticket_order/:ticket_order_id/take_back": { own: 409, ...ownerOnly, sends: cancelTicket },
  // A guest needs the token of the order's link: modules/renewals/cancel/cancelAutoRenew.test.ts.
  "DELETE /api/ticket_order/:ticket_order_id/auto_renew": { own: 404, ...ownerOnly },
  "GET /api/ticket_order/:ticket_order_id/qrcode": { own: 200, ...ownerOnly },
  "GET /api/ticket_order/:ticket_order_id/tickets.pdf": { own: 200, ...ownerOnly },
  "GET /api/ticket_order/:ticket_order_id/calendar.ics": { own: 200, ...ownerOnly },
  "GET /api/ticket_order/:ticket_order_id/invoice": { own: 200, ...ownerOnly },
  "GET /api/ticket_order/:ticket_order_id/invoice.pdf": { own: 200, ...ownerOnly },
  "POST /api/ticket_order/:ticket_order_id/invoice": {
    own: 200,
    ...ownerOnly,
    sends: () => ({ company: "Mallory Ltd", address: "1 Elsewhere" }),
  },
  // Ignores the session: only the token counts.
  "GET /cached_api/ticket_order/:ticket_order_id/qrcode": { own: 404, ...ownerOnly },
};
/** The same for a ticket. This seller has no keys for wallet passes. */
const tickets: Readonly<Record<string, Row>> = {
  "GET /api/ticket/:ticket_id/walletprecheck": { own: 200, ...ownerOnly },
  "GET /api/ticket/:ticket_id/pkpass": { own: 404, ...ownerOnly },
  "GET /api/ticket/:ticket_id/gwpass": { own: 404, ...ownerOnly },
  // Only the ticket's token opens them, not even its buyer's session: modules/orders/files/ticketFiles.test.ts.
  "GET /api/ticket/:ticket_id/qrcode": { own: 404, ...ownerOnly },
  "GET /cached_api/ticket/:ticket_id/qrcode": { own: 404, ...ownerOnly },
  "GET /api/ticket/:ticket_id/ticket.pdf": { own: 404, ...ownerOnly },
};
type Visibility = number | "nobody" | "one letter" | "all";
/**
 * Routes about the user: the replies to a guest, a limited session and a member; `other` is the reply to a member who
 * requests another user's. An id in the path is the member's own.
 */
type MemberRow = {
  readonly guest: Visibility;
  readonly lim: Visibility;
  readonly member: Visibility;
  readonly other?: Visibility;
  readonly sends?: unknown;
};
const members: Readonly<Record<string, MemberRow>> = {
  "GET /api/my/user": { guest: "nobody", lim: "one letter", member: "all" },
  "PUT /api/my/user": { guest: 401, lim: 403, member: "all", sends: { zip_code: "02110" } },
  "PATCH /api/my/user/:user_id": {
    guest: 401,
    lim: 403,
    member: "all",
    other: 404,
    sends: { identity: { zip_code: "02110" } },
  },
  // The token is unknown.
  "POST /api/my/user/confirm_email": { guest: 401, lim: 403, member: 404, sends: { token: "x".repeat(43) } },
};
/** Login routes: open to everybody, they check credentials (tested in modules/account/login). */
const loginRoutes: readonly string[] = [
  "POST /api/giftee",
  "POST /api/login",
  "POST /api/login/by_link",
  "POST /api/login/request_otp",
  "POST /api/login/submit_otp",
  "POST /api/logout",
  // Single sign-on with a state of its own: modules/account/sso.
  "GET /api/sso/callback/:_seller",
  "GET /api/sso/leave",
  "GET /api/sso/start",
  "POST /api/password_reset/request",
  "POST /api/password_reset/reset",
  "POST /api/password_reset/validate",
  "POST /api/user",
];
/** Routes about a membership; `limited` is a session by its number alone. */
const memberships: Readonly<Record<string, Omit<Row, "sends"> & { readonly limited: Cell; readonly sends?: unknown }>> =
  {
    // A holder can see their membership, but not change its name.
    "PATCH /api/my/membership/:membership_id": {
      own: 403,
      ...ownerOnly,
      limited: 404,
      sends: { holder_name: "Mallory Grey", holder_email: null },
    },
    "GET /api/membership/:membership_id/qrcode": { own: 200, ...ownerOnly, limited: 404 },
  };
/** Routes about an account; the session alone decides whose. */
const account: Readonly<Record<string, Row>> = {
  "GET /api/my/order_session": { ...membersOnly, own: 200 },
  "GET /api/my/ticket_order": { ...membersOnly, own: "200 with it" },
  "GET /api/my/identity/saved_payment_method": { ...membersOnly, own: 200 },
  "POST /api/my/ticket_order/resend": { ...membersOnly, own: 200 },
};
/** Public routes, and those that create what has no owner yet. */
const publicRoutes: readonly string[] = [
  "POST /api/my/cart/modify",
  "GET /api/code/:code",
  "GET /api/openapi.json",
  "GET /api/address/find",
  "GET /api/address/retrieve",
  "GET /api/captcha/challenge",
  // Returns the visitor's own memberships.
  "GET /api/my/membership",
  // Only the token of the recipient's link opens them: modules/aftersale/send/sendTickets.test.ts.
  "GET /api/ticket_sending/:sending_id",
  "GET /api/ticket_sending/:sending_id/tickets.pdf",
  "GET /api/ticket_sending/:sending_id/calendar.ics",
  // E-mails go to the given address only.
  "POST /api/ticket_order/resend",
  "GET /api/membership_rules",
  // Returns the allowances of the visitor's own memberships.
  "GET /api/my/allowance/:event_template_id",
  "GET /cached_api/membership_rules",
  ...["/api", "/cached_api"].flatMap((prefix) =>
    [
      "/address/states",
      "/config",
      "/event_template",
      "/events/available",
      "/events/:event_template_id",
      "/events/:event_template_id/calendar",
      "/events/:event_template_id/sessions",
      "/events/:event_template_id/sessions/:event_session_id",
      "/events/:event_template_id/sessions/:event_session_id/seat_map",
      "/image/:image_id",
      "/pages/:page",
      "/ticket_group/:ticket_group_id",
    ].map((path) => `GET ${prefix}${path}`),
  ),
  "POST /api/events/:event_template_id/calendar",
  "POST /api/events/:event_template_id/pricecheck",
  "POST /api/events/:event_template_id/sessions",
  // A gift card's number grants access to its balance.
  "GET /api/ledger/:ledger_id/:number",
  "GET /healthz",
  "GET /livez",
  "GET /readyz",
  "GET /_dev/outbox",
  "GET /_dev/outbox/:id",
  "GET /_dev/outbox/:id/enclosed/:index",
  "GET /_dev/outbox/:id/html",
  "GET /_dev/wallets",
  // Apple Wallet's own calls, with the token of a pass: modules/wallet/updates/walletService.test.ts.
  "DELETE /_wallet/:_seller/v1/devices/:device/registrations/:passType/:serial",
  "GET /_wallet/:_seller/v1/devices/:device/registrations/:passType",
  "GET /_wallet/:_seller/v1/passes/:passType/:serial",
  "POST /_wallet/:_seller/v1/devices/:device/registrations/:passType/:serial",
  "POST /_wallet/:_seller/v1/log",
  "GET /_test/3ds/:intent",
  "POST /_test/3ds/:intent",
];

let server: TestApp;
let shop: TestShop;
let other: TestShop;
let buyer: TestBuyer;
let order_ticket_id: string;
let order_id: string;
beforeAll(async () => {
  server = await openTestApp();
  [shop, other] = [
    await createTestShop(server.db, {
      seller: { configuration: JSON.stringify({ invoice: testInvoice }) },
      event: { sessions: [{ capacity: 1000 }] },
    }),
    await createTestShop(server.db, { event: { sessions: [{ capacity: 1000 }] } }),
  ];
  buyer = new TestBuyer(server, shop);
  const bought = (await buyer.buy(1)).body;
  order_id = bought.ticket_order._data[0].id;
  order_ticket_id = bought.ticket._data[0].id;
});
afterAll(() => server.close());

test("every route is in one of the lists, and the lists contain nothing else", () => {
  const tables = [carts, orders, tickets, members, memberships, account];
  const listed = [...tables.flatMap((table) => Object.keys(table)), ...loginRoutes, ...publicRoutes];
  // The calls of the back office have a table of their own: office/accessMatrix.test.ts.
  const routes = listRoutes(server.app).filter((route) => !route.includes(" /staff_api/"));
  expect(routes).toEqual(listed.toSorted());
});

const callRoute = (caller: TestBuyer, route: string, id: string, body?: unknown): Promise<TestResponse> => {
  const [method = "", path = ""] = route.split(" ");
  const url = path.endsWith("/ticket_order") ? `${path}?id._in=${id}` : path.replace(/:\w+/, id);
  const headers = caller.cookie ? { cookie: caller.cookie } : {};
  if (method === "GET") return server.get(caller.shop.slug, url, { headers });
  return server.app
    .inject({
      method: method as "POST",
      url: `${url}?_seller=${caller.shop.slug}`,
      headers: { "x-application": "ecomm", ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    .then(({ statusCode, payload, headers }) => ({ status: statusCode, body: JSON.parse(payload), headers }));
};
const toCell = ({ status, body }: TestResponse): Cell => {
  if (body?.ticket_order === undefined || body.ticket_order._data.length > 1) return status;
  return body.ticket_order._data.length === 1 ? "200 with it" : "200 without it";
};
/** Everything that an unauthorised visitor could have changed. */
const readTrace = async (cart_id: string) => ({
  cart: await server.db.selectFrom("cart").selectAll().where("id", "=", cart_id).execute(),
  tickets: await server.db
    .selectFrom("ticket")
    .select(["id", "state"])
    .where("cart_id", "=", cart_id)
    .orderBy("id")
    .execute(),
  payments: await server.db.selectFrom("payment").selectAll().where("cart_id", "=", cart_id).execute(),
});

const createStrangers = async (): Promise<Record<"guest" | "seller", TestBuyer>> => {
  const guest = new TestBuyer(server, shop);
  await guest.hold(1);
  // The same cookie under the other seller's name: sessions are bound to one seller.
  const seller = new TestBuyer(server, other, buyer.cookie.replace(shop.slug, other.slug));
  return { guest, seller };
};

/** A member with their carts and orders, and a limited session by their member number.  */
const createMemberAndLimited = async (): Promise<{ member: TestBuyer; limited: TestBuyer; identity_id: string }> => {
  const user = await createTestUser(server.db, shop);
  const limited = new TestBuyer(server, shop);
  await limited.hold(1);
  await limitSession(server.db, limited, user.identity_id);
  return { member: new TestBuyer(server, shop, user.cookie), limited, identity_id: user.identity_id };
};

describe("a limited session of the owner", () => {
  test.each(Object.entries(carts))(
    "a limited session does with its owner's cart what the table allows: %s",
    async (route, row) => {
      const { member, limited } = await createMemberAndLimited();
      const cart = await member.hold(2);
      const before = await readTrace(cart.id);
      const response = await callRoute(limited, route, cart.id, row.sends?.(cart));
      // To everyone but the member, the member's cart is unknown under /my and refused by its link.
      expect(response.status).toBe(row.lim ?? (route.includes("/my/") && !route.endsWith("/transfer") ? 404 : 403));
      expect(await readTrace(cart.id)).toEqual(before);
      expect(JSON.stringify(response.body)).not.toMatch(/Lovelace|@example/);
    },
  );

  test.each(Object.entries(orders))(
    "a limited session does with its owner's order what the table allows: %s",
    async (route, row) => {
      const { member, limited } = await createMemberAndLimited();
      const { ticket_order, ticket } = (await member.buy(1)).body;
      const { id } = ticket_order._data[0];
      const body = row.sends?.(ticket._data[0].id);
      const shown = route.endsWith("/ticket_order") ? toCell : ({ status }: TestResponse): Cell => status;
      expect(shown(await callRoute(limited, route, id, body))).toBe(row.lim ?? row.guest);
      expect(shown(await callRoute(member, route, id, body)), "own").toBe(row.own);
    },
  );
});

describe("a ticket", () => {
  test.each(Object.entries(tickets))("each actor does with a ticket what the table allows: %s", async (route, row) => {
    const ticket = (await buyer.get(`/ticket_order/${order_id}?_embed=ticket`)).body.ticket._data[0].id;
    const { guest, seller } = await createStrangers();
    const { member, limited } = await createMemberAndLimited();
    const nobody = new TestBuyer(server, shop);
    const response = async (who: TestBuyer) => (await callRoute(who, route, ticket)).status;
    expect({
      guest: await response(guest),
      seller: await response(seller),
      nobody: await response(nobody),
      own: await response(buyer),
    }).toEqual(row);
    const theirs = (await member.buy(1)).body.ticket._data[0].id;
    expect((await callRoute(limited, route, theirs)).status).toBe(404);
  });
});

const toVisibility = ({ status, body }: TestResponse): Visibility => {
  if (status !== 200) return status;
  const [user] = body.user?._data ?? [];
  if (user === undefined) return "nobody";
  return user.identity.last_name === null && user.identity.first_name === "A" ? "one letter" : "all";
};
describe("a user", () => {
  test.each(Object.entries(members))("each actor does with a user what the table allows: %s", async (route, row) => {
    const { member, limited, identity_id } = await createMemberAndLimited();
    const guest = new TestBuyer(server, shop);
    await guest.hold(1);
    for (const [whose, who] of [
      ["guest", guest],
      ["lim", limited],
      ["member", member],
    ] as const)
      expect(toVisibility(await callRoute(who, route, identity_id, row.sends)), whose).toBe(row[whose]);
    if (row.other === undefined) return;
    const { member: other } = await createMemberAndLimited();
    expect(toVisibility(await callRoute(other, route, identity_id, row.sends)), "other").toBe(row.other);
  });
});

describe("a cart", () => {
  test.each(Object.entries(carts))("each actor does with a cart what the table allows: %s", async (route, row) => {
    const { guest, seller } = await createStrangers();
    // Uses a new visitor each time: a visitor's cart limit is below the number of routes.
    const owner = new TestBuyer(server, shop);
    for (const [whose, who] of [
      ["guest", guest],
      ["seller", seller],
    ] as const) {
      const cart = await owner.hold(2);
      const before = await readTrace(cart.id);
      const response = await callRoute(who, route, cart.id, row.sends?.(cart));
      expect(response.status, whose).toBe(row[whose]);
      if (row[whose] !== 200) expect(await readTrace(cart.id), whose).toEqual(before);
      expect(JSON.stringify(response.body), whose).not.toMatch(/Lovelace|ada@example/);
    }
    const cart = await owner.hold(2);
    const missing = await callRoute(owner, route, crypto.randomUUID(), row.sends?.(cart));
    expect(missing.status).toBe(row.nobody);
    expect(
      (await callRoute(owner, route, cart.cart_number, row.sends?.(cart))).status,
      "its number opens nothing",
    ).toBe(400);
    expect((await callRoute(owner, route, cart.id, row.sends?.(cart))).status, "own").toBe(row.own);
  });
});

describe("an order", () => {
  test.each(Object.entries(orders))("each actor does with an order what the table allows: %s", async (route, row) => {
    const { guest, seller } = await createStrangers();
    const body = row.sends?.(order_ticket_id);
    const shown = route.endsWith("/ticket_order") ? toCell : ({ status }: TestResponse): Cell => status;
    expect(shown(await callRoute(buyer, route, order_id, body)), "own").toBe(row.own);
    expect(shown(await callRoute(guest, route, order_id, body)), "guest").toBe(row.guest);
    expect(shown(await callRoute(seller, route, order_id, body)), "seller").toBe(row.seller);
    const missing = await callRoute(buyer, route, crypto.randomUUID(), body);
    expect(shown(missing), "nobody").toBe(row.nobody);
    // An unknown order and one of somebody else get the same reply.
    const { request_id: _, ...foreign } = (await callRoute(guest, route, order_id, body)).body;
    const { request_id: __, ...none } = missing.body;
    expect(foreign).toEqual(none);
  });
});

describe("a membership", () => {
  let levels: TestLevels;
  beforeAll(async () => void (levels = await createLevels(server, shop)));
  test.each(Object.entries(memberships))(
    "each actor does with a membership what the table allows: %s",
    async (route, row) => {
      const [owner, other_member] = [await createTestUser(server.db, shop), await createTestUser(server.db, shop)];
      const bought = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
        cookie: owner.cookie,
      });
      const [made] = await readMemberships(server, bought.order_id);
      const id = made?.id ?? "";
      const { guest, seller } = await createStrangers();
      const limited = new TestBuyer(server, shop);
      await limited.hold(1);
      await limitSession(server.db, limited, owner.identity_id);
      for (const [whose, who] of [
        ["guest", guest],
        ["guest", new TestBuyer(server, shop, other_member.cookie)],
        ["seller", seller],
        ["limited", limited],
      ] as const) {
        const { status, body } = await callRoute(who, route, id, row.sends);
        expect(status, whose).toBe(row[whose]);
        expect(JSON.stringify(body), whose).not.toMatch(/Lovelace|ada@example/);
      }
      const buyer = new TestBuyer(server, shop, owner.cookie);
      const missing = await callRoute(buyer, route, crypto.randomUUID(), row.sends);
      const foreign = await callRoute(guest, route, id, row.sends);
      expect(missing.status).toBe(row.nobody);
      expect({ ...foreign.body, request_id: "" }).toEqual({ ...missing.body, request_id: "" });
      expect((await callRoute(buyer, route, id, row.sends)).status, "own").toBe(row.own);
      expect(await readMemberships(server, bought.order_id)).toEqual([made]);
    },
  );
});

describe("an account", () => {
  test.each(Object.entries(account))(
    "each actor does with an account what the table allows: %s",
    async (route, row) => {
      const user = await createTestUser(server.db, shop);
      const owner = new TestBuyer(server, shop, user.cookie);
      const cart = await owner.hold(1);
      await owner.pay(cart, cards.good);
      const [order] = (await owner.post(`/my/cart/${cart.id}/checkout`, {})).body.ticket_order._data;
      const another = new TestBuyer(server, shop, (await createTestUser(server.db, shop)).cookie);
      const elsewhere = new TestBuyer(server, other, user.cookie.replace(shop.slug, other.slug));
      const shown = route.endsWith("my/ticket_order") ? toCell : ({ status }: TestResponse): Cell => status;
      const response = (who: TestBuyer) => callRoute(who, route, order.id);
      expect(shown(await response(owner)), "own").toBe(row.own);
      expect(shown(await response(new TestBuyer(server, shop))), "nobody").toBe(row.nobody);
      expect(shown(await response((await createStrangers()).guest)), "guest").toBe(row.guest);
      expect(shown(await response(elsewhere)), "seller").toBe(row.seller);
      const limited = new TestBuyer(server, shop);
      await limited.hold(1);
      await limitSession(server.db, limited, user.identity_id);
      expect(shown(await response(limited)), "limited").toBe(row.lim);
      expect(JSON.stringify((await response(another)).body), "another member").not.toContain(order.id);
    },
  );
});
