import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import {
  createChangeShop,
  everyChange,
  fetchOrder,
  orderOf,
  refusalOf,
  shopRows,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { changeStates, openChange } from "../../../../test/orders/requestChange.ts";
import { grace, linkIn, sendOn, takeBack } from "../../../../test/orders/sentTickets.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { recordRefunds } from "../../checkout/refund/recordRefunds.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** A buyer with two adults at 20.00. Seniors cost 25.00, and there is another session a day later. */
const buyTwo = async () => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const order = orderOf(await buyer.buy(2));
  const [one = "", other = ""] = order.tickets;
  const openMove = (type = 0) =>
    openChange(buyer, {
      order,
      gives_up: [one],
      add: [
        {
          session_id: shop.event.sessions[1]?.id ?? "",
          type_id: shop.group.types[type]?.id ?? "",
          quantity: 1,
        },
      ],
    });
  return { shop, buyer, order, one, other, openMove };
};

test("a ticket that was sent on and is moved ends for its recipient, who gets an e-mail, and the buyer gets the new one", async () => {
  const { shop, buyer, order, one, other, openMove } = await buyTwo();
  await sendOn(buyer, order, [one]);
  const { path, query } = linkIn((await emailsOf(server, shop, "tickets_sent"))[0]);
  const reply = await buyer.checkOut(await openMove(), {});
  expect(reply.body.outcome).toBe("completed");

  expect((await withLink(server, shop).get(`${path}?${query}`)).body).toMatchObject({
    door_ticket: { _data: [] },
    ended: 1,
  });
  expect(await emailsOf(server, shop, "tickets_ended")).toMatchObject([{ to: grace.email }]);
  const codes = (await shopRows(server, "ticket", shop)).filter(({ state }) => state === "booked");
  const shown = (await fetchOrder(buyer, order)).body;
  expect(shown.sent_ticket).toBe(undefined);
  expect(shown.door_ticket._data.map(({ scan_code }: { scan_code: string }) => scan_code).toSorted()).toEqual(
    codes.map(({ scan_code }) => String(scan_code)).toSorted(),
  );
  expect(codes.map(({ id }) => id)).toContain(other);
});

test("tickets are neither sent on nor taken back while a change of their order is being paid for", async () => {
  const { shop, buyer, order, other, openMove } = await buyTwo();
  await sendOn(buyer, order, [other]);
  const cart = await openMove(1);
  expect(refusalOf(await buyer.payWith(cart, cardTender(500)))).toBe("200");
  expect(refusalOf(await sendOn(buyer, order, order.tickets.slice(0, 1)))).toBe("409 payment_in_progress");
  expect(refusalOf(await takeBack(buyer, order, [other]))).toBe("409 payment_in_progress");
  expect(await emailsOf(server, shop, "tickets_ended")).toEqual([]);
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  expect(refusalOf(await takeBack(buyer, order, [other]))).toBe("200");
});

describe("an open change that nobody pays for", () => {
  test("is closed when a ticket that it gives up is sent on, and stays when another one is", async () => {
    const { buyer, order, one, other, openMove } = await buyTwo();
    await openMove();
    expect(refusalOf(await sendOn(buyer, order, [other]))).toBe("200");
    expect(await changeStates(server, order)).toEqual(["pending"]);
    expect(refusalOf(await sendOn(buyer, order, [one]))).toBe("200");
    expect(await changeStates(server, order)).toEqual(["expired"]);
  });

  test("stays when the ticket that it gives up is taken back", async () => {
    const { shop, buyer, order, one, openMove } = await buyTwo();
    await sendOn(buyer, order, [one]);
    const cart = await openMove();
    expect(refusalOf(await takeBack(buyer, order, [one]))).toBe("200");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    // The recipient got one e-mail, when the ticket was taken back.
    expect(await emailsOf(server, shop, "tickets_ended")).toHaveLength(1);
  });
});

test("a refund in the provider's dashboard that empties an order sends its recipients one e-mail", async () => {
  const { shop, buyer, order, one } = await buyTwo();
  await sendOn(buyer, order, [one]);
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  const ctx = { db: server.connections.forSeller(shop.seller_id), seller, providers: testProviders(server) };
  const [payment] = await shopRows(server, "payment", shop);
  const refund = (amount: number, ref: string) =>
    recordRefunds(ctx, String(payment?.["id"]), [
      { ref, key: null, amount, currency: "USD", status: "succeeded", occurred_on: Temporal.Now.instant().toString() },
    ]);
  await refund(1000, "tr_part");
  expect(await emailsOf(server, shop, "tickets_ended")).toEqual([]);
  await refund(3000, "tr_rest");
  await refund(3000, "tr_rest");
  expect(await emailsOf(server, shop, "tickets_ended")).toMatchObject([{ to: grace.email }]);
});
