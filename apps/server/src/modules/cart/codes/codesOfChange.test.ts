import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import { createChangeShop, everyChange, orderOf, withLink } from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { cardTender } from "../../../../test/payments/splitPayments.ts";
import { createCodes } from "../../../../test/shop/codesAndRules.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openDearer = async (strings: Readonly<Record<string, string>> = {}) => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });
  await server.db
    .updateTable("seller")
    .set({ strings: JSON.stringify(strings) })
    .where("id", "=", shop.seller_id)
    .execute();
  await createCodes(server.db, shop, { USELESS: {} });
  const who = withLink(server, shop);
  const order = orderOf(await new TestBuyer(server, shop).buy(1));
  const dearer = newTickets(shop, { type: 1 });
  const change = () => requestChange(who, order, { remove: order.tickets, add: dearer });
  return { shop, who, order, dearer, change };
};

const texts = {
  ofCart: { "error.no_code_benefit": "Nothing in your basket." },
  ofBoth: {
    "error.no_code_benefit": "Nothing in your basket.",
    "error.no_code_benefit.change": "Nothing of this change.",
  },
};

describe("a code that does nothing for a change of an order", () => {
  test.each([
    { what: "speaks of the new tickets", strings: {}, text: "This code does not apply to your new tickets." },
    {
      what: "is described as the seller describes it for a change",
      strings: texts.ofBoth,
      text: "Nothing of this change.",
    },
    {
      what: "is described as the seller describes it for a cart",
      strings: texts.ofCart,
      text: "Nothing in your basket.",
    },
  ])("$what", async ({ strings, text }) => {
    const { who, change } = await openDearer(strings);
    const cart = changeCartOf(await change());
    const { body } = await who.post(`/my/cart/${cart.id}/apply_code`, { code: "USELESS" });
    expect(body._data[0]).toMatchObject({ _code: "no_code_benefit", _description: text });
  });

  test("speaks of the change where it waits in it", async () => {
    const { who, change } = await openDearer();
    const cart = changeCartOf(await change());
    const { body } = await who.post(`/my/cart/${cart.id}/apply_code`, { code: "USELESS", require_benefit: false });
    expect(body.cart._data[0].cart_mods).toMatchObject([
      { resource: "code", description: "This code has no effect on your change at the moment." },
    ]);
  });

  test("speaks of the cart where it is one", async () => {
    const { shop } = await openDearer();
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    const refused = await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "USELESS" });
    expect(refused.body._data[0]._description).toBe("This code does not apply to anything in your cart.");
    const { body } = await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "USELESS", require_benefit: false });
    expect(body.cart._data[0].cart_mods[0].description).toBe("This code has no effect on your cart at the moment.");
  });
});

test("an amount that is not due for a change is refused without a word about a cart", async () => {
  const { who, change } = await openDearer();
  const cart = changeCartOf(await change());
  const { status, body } = await who.post(`/my/cart/${cart.id}/pay`, [cardTender(400)]);
  expect(status).toBe(422);
  expect(body._data[0]).toMatchObject({
    _code: "payment_incorrect_amount",
    _context: "payment",
    _description: "The amount due has changed. Please review it and try again.",
  });
});
