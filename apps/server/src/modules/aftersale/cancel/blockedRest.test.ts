import { expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { deskClerk } from "../../../../test/office/deskShop.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import {
  cancelTickets,
  createChangeShop,
  quoteCancellation,
  refusalOf,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { openChange } from "../../../../test/orders/requestChange.ts";
import { createCheckoutRule } from "../../../../test/shop/codesAndRules.ts";
import { recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** An order of an adult and two children, at a seller whose children come with an adult. */
const buyFamily = async ({ isNewRule = false } = {}) => {
  const shop = await createChangeShop(server);
  await recordPrices(server, shop);
  const [adult, child] = shop.group.types;
  const rule = () =>
    createCheckoutRule(server.db, shop, {
      blocks: "checkout",
      description: "Children come with an adult.",
      conditions: [
        { ticket_type_ids: [child?.id], min: 1 },
        { ticket_type_ids: [adult?.id], min: 0, max: 0 },
      ],
    });
  if (!isNewRule) await rule();
  const { order } = await buyLines(new TestBuyer(server, shop), [
    ...(isNewRule ? [] : [ticketLine(shop.event, 1)]),
    ticketLine(shop.event, 2, { type: 1 }),
  ]);
  if (isNewRule) await rule();
  const rows = await server.db
    .selectFrom("ticket")
    .select(["id", "ticket_type_id"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const idsOf = (type: string | undefined) => rows.filter((row) => row.ticket_type_id === type).map(({ id }) => id);
  return { shop, order, who: withLink(server, shop), adults: idsOf(adult?.id), children: idsOf(child?.id) };
};

test("buyers cannot cancel the adult whom the seller's rule asks for beside children", async () => {
  const { shop, order, who, adults } = await buyFamily();
  for (const reply of [await quoteCancellation(who, order, adults), await cancelTickets(who, order, adults)]) {
    expect(refusalOf(reply)).toBe("422 rule_blocks_reserve");
    expect(reply.body._data[0]._description).toBe("Children come with an adult.");
  }
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "booked"]);
});

test("buyers cannot cancel that adult by a change without new tickets", async () => {
  const { shop, order, who, adults } = await buyFamily();
  const cart = await openChange(who, { order, gives_up: adults });
  expect(refusalOf(await who.checkOut(cart))).toBe("422 rule_blocks_reserve");
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "booked"]);
});

test("buyers can cancel a child, or everybody", async () => {
  const { shop, order, who, adults, children } = await buyFamily();
  expect(refusalOf(await cancelTickets(who, order, children.slice(0, 1)))).toBe("200");
  expect(refusalOf(await cancelTickets(who, order, [...adults, ...children.slice(1)]))).toBe("200");
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("a rule that is newer than the order does not keep buyers from cancelling", async () => {
  const { order, who, children } = await buyFamily({ isNewRule: true });
  expect(refusalOf(await cancelTickets(who, order, children.slice(0, 1)))).toBe("200");
});

test("the venue can cancel the adult", async () => {
  const { shop, order, adults } = await buyFamily();
  const { order_number } = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const clerk = await deskClerk(server, shop, { ...order, number: Number(order_number) }, "manager");
  expect(refusalOf(await clerk.cancel(adults, "20.00"))).toBe("200");
});
