import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { redeemTicket } from "../../../../../test/office/testGate.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { pauseAt } from "../../../../db/faultPoints.ts";
import { setUpTestApp } from "../../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { openChange, usedPlaces } from "../../../../../test/orders/requestChange.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../../test/orders/changedOrders.ts";
import { confirmAtTestBank, createSettler, expireCart } from "../../../../../test/payments/latePayments.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../../test/payments/splitPayments.ts";
import { cards } from "../../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../../test/shop/ticketLine.ts";
import { testProviders } from "../../../../../test/app/testProviders.ts";
import { sellerFinder } from "../../../../http/sellerFinder.ts";
import { recordRefunds } from "../../refund/recordRefunds.ts";

let server: TestApp;
let settle: () => Promise<number>;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  settle = createSettler(server, () => undefined);
});
afterEach(() => pauseAt("after_order_check", undefined));

/**
 * A session whose two places are taken by an order of two adults at 20.00, and an exchange of the first for a Senior at
 * 25.00.
 */
const openDearerExchange = async () => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
    sessions: [{ inDays: 7, capacity: 2 }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const order = orderOf(await buyer.buy(2));
  const add = [{ session_id: shop.session.id, type_id: shop.group.types[1]?.id ?? "", quantity: 1 }];
  const cart: Cart = await openChange(buyer, { order, gives_up: order.tickets.slice(0, 1), add });
  return { shop, buyer, order, cart };
};
type Opened = Awaited<ReturnType<typeof openDearerExchange>>;

const payAtBank = async ({ buyer, cart }: Opened): Promise<() => Promise<unknown>> => {
  const reply = await buyer.payWith(cart, cardTender(500, cards.requiresAction));
  expect(refusalOf(reply)).toBe("402 intent_requires_action");
  const { action_url } = reply.body._data[0]._extra;
  return () => confirmAtTestBank(server, action_url);
};
const settleTwice = async (): Promise<void> => {
  await settle();
  await settle();
};
const rivalTakes = async ({ shop }: Opened): Promise<string> =>
  refusalOf(await withLink(server, shop).post("/my/cart/modify", { add: [ticketLine(shop.event, 1)] }));
const changePayment = async ({ shop, cart }: Opened) =>
  (await shopRows(server, "payment", shop)).find(({ cart_id }) => cart_id === cart.id);
const redeemFirst = ({ order }: Opened) => redeemTicket(server.db, order.tickets[0]);

describe("money for an exchange in a full session that arrives after its hold has expired", () => {
  test("completes it: the order had the place all the time", async () => {
    const opened = await openDearerExchange();
    const confirm = await payAtBank(opened);
    await expireCart(server, opened.cart);
    expect(await rivalTakes(opened)).toBe("409 event_session_sold_out");
    await confirm();
    await settleTwice();
    expect(await shopRows(server, "order_change", opened.shop)).toMatchObject([{ kind: "change", paid: 500 }]);
    expect(await shopStates(server, "ticket", opened.shop)).toEqual(["booked", "booked", "cancelled"]);
    expect(await usedPlaces(server, opened.shop)).toEqual([2]);
  });

  test.each([
    { what: "nobody has taken the place", taken: async () => "200" },
    { what: "somebody has taken the place", taken: rivalTakes },
  ])("is refunded if its ticket was cancelled in the meantime and $what", async ({ taken }) => {
    const opened = await openDearerExchange();
    const { shop, order } = opened;
    const confirm = await payAtBank(opened);
    await expireCart(server, opened.cart);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1)))).toBe("200");
    expect(await usedPlaces(server, shop)).toEqual([1]);
    expect(await taken(opened)).toBe("200");
    await confirm();
    await settleTwice();
    expect(["voided", "refunded"]).toContain((await changePayment(opened))?.state);
    expect((await shopRows(server, "order_change", shop)).map(({ kind }) => kind)).toEqual(["cancel"]);
    const held = await shopStates(server, "ticket", shop);
    expect(await usedPlaces(server, shop)).toEqual([held.filter((state) => /booked|held/.test(state)).length - 1]);
  });
});

describe("a ticket that is given up in a full session", () => {
  test("keeps its place when it is scanned before the money is captured", async () => {
    const opened = await openDearerExchange();
    const { shop, buyer, cart } = opened;
    await buyer.payWith(cart, cardTender(500));
    await redeemFirst(opened);
    expect(refusalOf(await buyer.checkOut(cart, {}))).toBe("409 ticket_state_incorrect");
    await expireCart(server, cart);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "redeemed", "unbooked"]);
    expect(await usedPlaces(server, shop)).toEqual([2]);
    expect(await rivalTakes(opened)).toBe("409 event_session_sold_out");
  });

  test("keeps its place when it is scanned while the money is captured, which is refunded", async () => {
    const opened = await openDearerExchange();
    const { shop, buyer, cart } = opened;
    await buyer.payWith(cart, cardTender(500));
    pauseAt("after_order_check", async () => {
      await redeemFirst(opened);
    });
    expect(refusalOf(await buyer.checkOut(cart, {}))).toBe("409 ticket_state_incorrect");
    expect(await changePayment(opened)).toMatchObject({ state: "refunded", refunded: 500 });
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "redeemed", "unbooked"]);
    expect(await usedPlaces(server, shop)).toEqual([2]);
  });

  test("leaves its place to the exchange that is being paid when the provider's dashboard refunds the order", async () => {
    const opened = await openDearerExchange();
    const { shop } = opened;
    const confirm = await payAtBank(opened);
    const bought = (await shopRows(server, "payment", shop)).find(({ amount }) => amount === 4000);
    const seller = await sellerFinder(server.db, 0)(shop.slug);
    if (!seller) throw new Error("There is a seller.");
    const ctx = { db: server.connections.forSeller(shop.seller_id), seller, providers: testProviders(server) };
    await recordRefunds(ctx, String(bought?.id), [
      { ref: "re_dashboard", key: "", amount: 4000, currency: "USD", status: "succeeded", occurred_on: "2026-01-01" },
    ]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled", "held"]);
    expect(await usedPlaces(server, shop)).toEqual([1]);
    expect(await rivalTakes(opened)).toBe("200");
    expect(await rivalTakes(opened)).toBe("409 event_session_sold_out");
    await confirm();
    await settleTwice();
    expect(["voided", "refunded"]).toContain((await changePayment(opened))?.state);
    await expireCart(server, opened.cart);
    expect(await usedPlaces(server, shop)).toEqual([1]);
    expect(await rivalTakes(opened)).toBe("200");
  });
});
