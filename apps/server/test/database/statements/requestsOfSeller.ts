import { expect } from "vitest";
import type { TestApp } from "../../app/testApp.ts";
import { buyForGate, startsIn } from "../../office/gateShop.ts";
import { deskClerk, type DeskTestOrder } from "../../office/deskShop.ts";
import { offlineScan, pairedDevice, scanWith, sendScans } from "../../office/testGate.ts";
import { signedIn } from "../../office/testStaff.ts";
import { cancelTickets, createChangeShop, everyChange, orderOf, withLink } from "../../orders/changedOrders.ts";
import { openChange } from "../../orders/requestChange.ts";
import type { TestShop } from "../../shop/createTestShop.ts";
import { cards, TestBuyer } from "../../shop/testBuyer.ts";
import { ticketLine } from "../../shop/ticketLine.ts";
import { workAsManager } from "./requestsOfManagers.ts";

/** A shop with what the requests below need: one session admits people now, two take place later. */
export const createBusyShop = (server: TestApp): Promise<TestShop> =>
  createChangeShop(server, everyChange, {
    sessions: [startsIn(25), { inDays: 7 }, { inDays: 8 }],
    groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
  });

const succeeds = async (reply: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> => {
  const { status, body } = await reply;
  expect(status, JSON.stringify(body)).toBe(200);
};

/** A visit, a hold and a purchase. */
const visit = async (server: TestApp, { slug, event }: TestShop, buyer: TestBuyer): Promise<void> => {
  await server.get(slug, "/api/events/available");
  await server.get(slug, `/api/events/${event.id}/sessions`);
  await server.get(slug, `/api/events/${event.id}/calendar`);
  const cart = await buyer.hold(2);
  await buyer.pay(cart, cards.good);
  await buyer.checkOut(cart);
};

const buyLater = async (server: TestApp, shop: TestShop, quantity = 2): Promise<DeskTestOrder> => {
  const buyer = new TestBuyer(server, shop);
  const { body } = await buyer.post("/my/cart/modify", { add: [ticketLine(shop.event, quantity, { session: 1 })] });
  const [cart] = body.cart._data;
  await buyer.savePurchaser(cart);
  await buyer.pay(cart, cards.good);
  const reply = await buyer.checkOut(cart);
  return { ...orderOf(reply), number: Number(reply.body.ticket_order._data[0].order_number) };
};

/** What a buyer does with an order: looks at it, cancels a ticket, moves another, names and sends tickets. */
const changeOrder = async (server: TestApp, shop: TestShop): Promise<void> => {
  const order = await buyLater(server, shop, 3);
  const who = withLink(server, shop);
  const link = (path: string) => `/ticket_order/${order.id}${path}?token=${order.token}`;
  for (const path of ["", "/actions", "/tickets.pdf"]) await succeeds(who.get(link(path)));
  const [first = "", second = ""] = order.tickets;
  await succeeds(who.post(link("/cancel_quote"), { tickets: [{ ticket_id: first }] }));
  await succeeds(cancelTickets(who, order, [first]));
  const session_id = shop.event.sessions[2]?.id ?? "";
  const type_id = shop.type.id;
  const change = await openChange(who, { order, gives_up: [second], add: [{ session_id, type_id, quantity: 1 }] });
  await succeeds(who.checkOut(change, {}));
};

/** What staff do with an order at the order desk. */
const workAtDesk = async (server: TestApp, shop: TestShop): Promise<void> => {
  const order = await buyLater(server, shop, 4);
  const clerk = await deskClerk(server, shop, order, "manager");
  const [first = "", second = "", third = ""] = order.tickets;
  const who = clerk.browser;
  for (const query of ["", `?q=${order.number}`, "?q=Lovelace", "?q=ada%40example.com", "?q=4242", "?q=ABCDEF123456"])
    await succeeds(who.get(`/orders${query}`));
  for (const state of ["valid", "used", "cancelled", "part_refunded"])
    await succeeds(who.get(`/orders?state=${state}&means=card&event_template_id=${shop.event.id}`));
  await succeeds(who.get("/order_filters"));
  await succeeds(who.get(`/events/${shop.event.id}/sessions?day=${shop.session.local_day}`));
  const note = await clerk.post("notes", { text: "A wheelchair", is_pinned: false, version: undefined });
  await succeeds(clerk.post(`notes/${note.body.id}/pin`, { is_pinned: true, version: undefined }));
  await succeeds(clerk.post("resend", { version: undefined }));
  await clerk.look();
  await succeeds(
    clerk.post("purchaser", { first_name: "Ada", last_name: "Byron", email: "byron@desk.example", phone: null }),
  );
  await clerk.look();
  await succeeds(clerk.post("new_codes", { tickets: [first], reason: "Lost phone" }));
  await clerk.look();
  const { body } = await clerk.get(`cancel_quote?tickets=${first}&money=refund&refund_to=same_means`);
  await succeeds(clerk.cancel([first], body.refund));
  await clerk.look();
  await succeeds(clerk.refund("1.00"));
  await clerk.look();
  const event_session_id = shop.event.sessions[2]?.id ?? "";
  await succeeds(clerk.get(`move_quote?tickets=${second},${third}&money=refund&event_session_id=${event_session_id}`));
  await succeeds(
    clerk.post("move", {
      tickets: [second, third],
      money: "refund",
      waive_difference: false,
      reason: "Rain",
      event_session_id,
    }),
  );
  await clerk.look();
  await succeeds(clerk.get("version"));
};

/** What a gate and its manager do. */
const workAtGate = async (server: TestApp, shop: TestShop): Promise<void> => {
  const order = await buyForGate(server, shop, 3);
  const manager = await signedIn(server, shop, ["manager"]);
  const ends_at = Temporal.Now.instant().add({ hours: 12 }).toString({ smallestUnit: "second" });
  const wanted = { name: "Side door", event_ids: [], venue_ids: [], ends_at };
  const created = await manager.post("/devices", wanted);
  await succeeds(manager.send("POST", "/gate/pair", { seller: shop.slug, token: created.body.token }));
  const { browser } = await pairedDevice(server, shop);
  await succeeds(browser.get("/gate"));
  const { body: list } = await browser.get("/gate/list");
  for (const code of [order.codes[0] ?? "", order.orderCode, "nothing"]) await scanWith(browser, { code });
  await succeeds(sendScans(browser, [offlineScan(3, { ticket_id: order.tickets[0] ?? "" })]));
  await succeeds(browser.get(`/gate/list?since=${list.now}`));
  const { body: devices } = await (await signedIn(server, shop, ["manager"])).get("/devices");
  expect(devices.devices.length).toBeGreaterThan(0);
};

/** What owners look at and change about their staff. */
const workWithStaff = async (server: TestApp, shop: TestShop): Promise<void> => {
  const owner = await signedIn(server, shop, ["owner"]);
  await succeeds(owner.get("/me"));
  await succeeds(owner.post("/staff/invite", { email: `new.${owner.person.id}@staff.example`, roles: ["scanner"] }));
  await succeeds(owner.get("/staff"));
  await succeeds(owner.get("/audit"));
};

/** Requests of buyers and staff of one seller, as many kinds as can be sent within a few seconds. */
export const sendRequests = async (server: TestApp, shop: TestShop): Promise<void> => {
  await visit(server, shop, new TestBuyer(server, shop));
  await changeOrder(server, shop);
  await workAtDesk(server, shop);
  await workAtGate(server, shop);
  await workWithStaff(server, shop);
  await workAsManager(server, shop);
};
