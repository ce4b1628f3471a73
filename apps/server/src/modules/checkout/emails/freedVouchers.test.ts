import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { cancelTickets, orderOf, refusalOf, withLink, type TestOrder } from "../../../../test/orders/changedOrders.ts";
import { needsVouchers, openChangeShop, withVouchers } from "../../../../test/orders/cityPass.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { payPart, threeParts, ticketsOf, venueChangesPlan } from "../../../../test/orders/plans.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { venueCancels, venueContext, venueNote } from "../../../../test/orders/venueChanges.ts";
import { SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { cancelPlan } from "../plan/cancelPlan.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const textOf = async (shop: TestShop, kind: string): Promise<string> => {
  const emails = await emailsOf(server, shop, kind);
  expect(emails).toHaveLength(1);
  return String(emails[0]?.text);
};

const holdWith = async (shop: TestShop, codes: readonly string[]) => {
  const buyer = new SplitPaymentBuyer(server, shop);
  const held = await buyer.post("/my/cart/modify", {
    add: [ticketLine(shop.event, codes.length)],
    ...withVouchers(shop, codes),
  });
  expect(refusalOf(held)).toBe("200");
  return { buyer, cart: held.body.cart._data[0] };
};
const buyWith = async (shop: TestShop, codes: readonly string[]): Promise<TestOrder> => {
  const { buyer, cart } = await holdWith(shop, codes);
  await buyer.pay(cart, cards.good);
  return orderOf(await buyer.checkOut(cart));
};

describe("vouchers that are free again are named, by their ends, by the e-mail of", () => {
  test("a cancellation of the buyer", async () => {
    const shop = await openChangeShop(server, needsVouchers);
    const order = await buyWith(shop, ["CP111111", "CP222222"]);
    await cancelTickets(withLink(server, shop), order, order.tickets);
    const text = await textOf(shop, "order_cancelled");
    expect(text).toMatch(/City passes (…1111, …2222|…2222, …1111) can be used again\./);
    expect(text).not.toContain("CP111111");
  });

  test("a cancellation of the venue", async () => {
    const shop = await openChangeShop(server, needsVouchers);
    await venueCancels(server, shop, await buyWith(shop, ["CP111111"]));
    expect(await textOf(shop, "order_cancelled")).toContain("City pass …1111 can be used again.");
  });

  test("a change that needs another voucher, and only the one given up", async () => {
    const shop = await openChangeShop(server, needsVouchers);
    const order = await buyWith(shop, ["CP111111"]);
    const who = withLink(server, shop);
    const change = { remove: order.tickets, add: newTickets(shop), ...withVouchers(shop, ["CP333333"]) };
    expect(refusalOf(await who.checkOut(changeCartOf(await requestChange(who, order, change)), {}))).toBe("200");
    const text = await textOf(shop, "order_changed");
    expect(text).toContain("City pass …1111 can be used again.");
    expect(text).not.toContain("…3333");
  });

  const planned = {
    ...needsVouchers,
    sessions: [{ inDays: 90 }],
    groups: [{ payment_plan: JSON.stringify(threeParts) }],
  };

  test("a part of a payment plan that the venue cancels", async () => {
    const shop = await openChangeShop(server, planned);
    const { buyer, cart } = await holdWith(shop, ["CP111111", "CP222222"]);
    expect(await payPart({ buyer, cart }, 1200)).toBe("partial");
    const [first = ""] = ticketsOf(cart);
    await venueChangesPlan(server, { shop, cart }, { kind: "cancel", ticket_ids: [first] });
    expect(await textOf(shop, "plan_changed")).toMatch(/City pass …(1111|2222) can be used again\./);
  });

  test("a payment plan that the venue ends", async () => {
    const shop = await openChangeShop(server, planned);
    const { buyer, cart } = await holdWith(shop, ["CP111111"]);
    expect(await payPart({ buyer, cart }, 600)).toBe("partial");
    await cancelPlan(await venueContext(server, shop), cart.id, venueNote);
    expect(await textOf(shop, "plan_cancelled")).toContain("City pass …1111 can be used again.");
  });
});

test("a voucher that the new ticket carries is not named as free", async () => {
  const shop = await openChangeShop(server, needsVouchers);
  const order = await buyWith(shop, ["CP111111"]);
  const who = withLink(server, shop);
  const change = { remove: order.tickets, add: newTickets(shop) };
  expect(refusalOf(await who.checkOut(changeCartOf(await requestChange(who, order, change)), {}))).toBe("200");
  expect(await textOf(shop, "order_changed")).not.toMatch(/City pass|1111/);
});

test("the seller's own words name them", async () => {
  const strings = JSON.stringify({ "mail.freed_vouchers.one": "Culture Pass {vouchers} is yours to use once more." });
  const shop = await openChangeShop(server, needsVouchers, { strings });
  const order = await buyWith(shop, ["CP111111"]);
  await cancelTickets(withLink(server, shop), order, order.tickets);
  expect(await textOf(shop, "order_cancelled")).toContain("Culture Pass …1111 is yours to use once more.");
});
