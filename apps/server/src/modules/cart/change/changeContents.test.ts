import { describe, expect, test } from "vitest";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { createTestMember } from "../../../../test/accounts/members.ts";
import { cartFrom, grandTotalsOf, summarizeMods } from "../../../../test/cart/carts.ts";
import { buyLines, buyVisit, openVisitShop } from "../../../../test/orders/boughtLines.ts";
import { refusalOf, withLink } from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { createCheckoutRule, createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import type { EventOverrides, TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = (event: EventOverrides = {}): Promise<TestShop> => openVisitShop(server, event);
const discountsOf = async (cart_id: string) =>
  (await server.db.selectFrom("cart_discount").select("amount").where("cart_id", "=", cart_id).execute()).map(
    ({ amount }) => Number(amount),
  );
const codesOf = async (cart_id: string) =>
  await server.db.selectFrom("cart_code").select(["code_id", "is_applied"]).where("cart_id", "=", cart_id).execute();

describe("add-ons", () => {
  test("keep their admission when it moves within the day", async () => {
    const { shop, order, admission, addOn } = await buyVisit(server);
    const reply = await requestChange(withLink(server, shop), order, { remove: [admission], add: newTickets(shop) });
    const cart = changeCartOf(reply);
    expect(cart.change).toMatchObject({ removed: [admission], along: [] });
    expect(reply.body.ticket._data.map(({ id }: { id: string }) => id)).toContain(addOn);
  });

  test("are given up when it moves to another day, and are refunded", async () => {
    const { shop, order, admission, addOn } = await buyVisit(server);
    const change = { remove: [admission], add: newTickets(shop, { session: 2 }) };
    const reply = await requestChange(withLink(server, shop), order, change);
    expect(changeCartOf(reply).change).toMatchObject({ removed: [admission], along: [addOn], refund: "20.00" });
    expect(reply.body.ticket._data).toHaveLength(1);
  });

  test("add-ons of the change lose an admission that is given up after them", async () => {
    const { shop, tour, order, admission, addOn } = await buyVisit(server);
    const who = withLink(server, shop);
    const moved = changeCartOf(
      await requestChange(who, order, {
        remove: [addOn],
        add: [{ event_session_id: tour.sessions[0]?.id, ticket_type_id: tour.groups[0]?.types[0]?.id }],
      }),
    );
    expect(moved.change.moves).toHaveLength(1);
    const none = changeCartOf(await who.post(`/cart/${moved.id}/remove`, { tickets: [admission] }));
    expect(none).toMatchObject({ lines: [], change: { refund: "40.00" } });
  });

  test("add-ons are refused without the admission of the order", async () => {
    const { shop, tour, order, admission, addOn } = await buyVisit(server);
    const change = {
      remove: [admission, addOn],
      add: [{ event_session_id: tour.sessions[0]?.id, ticket_type_id: tour.groups[0]?.types[0]?.id }],
    };
    expect(refusalOf(await requestChange(withLink(server, shop), order, change))).toBe("422 anchor_required");
  });
});

describe("the order's codes and discounts", () => {
  test("apply to a ticket that moves, and the change records their discount on its own tickets", async () => {
    const shop = await openShop();
    const group = await createCodes(server.db, shop, { TIDE: { max_uses: 1 } });
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [group.id] });
    const { order } = await buyLines(new TestBuyer(server, shop), [ticketLine(shop.event, 2)], ["TIDE"]);
    const who = withLink(server, shop);
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const cart = changeCartOf(await requestChange(who, order, change));
    expect(cart.change).toMatchObject({ value: "18.00", added: "18.00", due: "0", refund: "0" });
    expect(grandTotalsOf(cart)).toMatchObject({ total_before_cartmod_price: "40.00", total_cartmod_amount: "-4.00" });
    // The link does not show whose code it is.
    expect(summarizeMods(cart)).toEqual([["Less", "4.00", "discount"]]);
    expect(await discountsOf(cart.id)).toEqual([200]);
    expect(await discountsOf(order.cart_id)).toEqual([400]);
    expect(await codesOf(cart.id)).toEqual([]);
  });

  test("the order's codes and discounts of a limited number follow the ticket that had it", async () => {
    const shop = await openShop();
    await createDiscount(server.db, shop, { benefit: { amount: 500 }, max_tickets: 1 });
    const { order, rows } = await buyLines(new TestBuyer(server, shop), [ticketLine(shop.event, 2)]);
    const [cheap, full] = [...rows].sort((a, b) => Number(a.adjusted_value) - Number(b.adjusted_value));
    expect([cheap.adjusted_value, full.adjusted_value]).toEqual(["15.00", "20.00"]);
    const who = withLink(server, shop);
    const ofFull = changeCartOf(await requestChange(who, order, { remove: [full.id], add: newTickets(shop) }));
    expect(ofFull.change).toMatchObject({ added: "20.00", due: "0" });
    const ofCheap = changeCartOf(await requestChange(who, order, { remove: [cheap.id], add: newTickets(shop) }));
    expect(ofCheap.change).toMatchObject({ added: "15.00", due: "0", refund: "0" });
  });

  test("the order's codes and discounts stay with the order when the change gets a code of its own", async () => {
    const shop = await openShop();
    const old = await createCodes(server.db, shop, { OLD: {} });
    const fresh = await createCodes(server.db, shop, { FRESH: {} });
    await createDiscount(server.db, shop, { benefit: { amount: 100 }, code_group_ids: [old.id], rank: 1 });
    await createDiscount(server.db, shop, { benefit: { amount: 300 }, code_group_ids: [fresh.id], rank: 2 });
    const { order } = await buyLines(new TestBuyer(server, shop), [ticketLine(shop.event, 2)], ["OLD"]);
    const who = withLink(server, shop);
    const cart = changeCartOf(
      await requestChange(who, order, { remove: order.tickets.slice(0, 1), add: newTickets(shop) }),
    );
    const browser = new TestBrowser(server, shop, who.cookie);
    const again = await browser.call(applyCode, { cart_id: cart.id, code: "OLD" });
    expect(again.code).toBe("duplicate_code:code");
    const applied = cartFrom((await browser.call(applyCode, { cart_id: cart.id, code: "FRESH" })).body);
    expect(applied.change).toMatchObject({ value: "19.00", added: "16.00", refund: "3.00" });
    expect(await discountsOf(cart.id)).toEqual([100, 300]);
    expect(await codesOf(cart.id)).toEqual([{ code_id: fresh.codes["FRESH"], is_applied: true }]);
    const kept = cartFrom((await browser.call(removeCode, { cart_id: cart.id, code_id: old.codes["OLD"] ?? "" })).body);
    expect(kept.change).toMatchObject({ added: "16.00" });
    expect(await codesOf(order.cart_id)).toEqual([{ code_id: old.codes["OLD"], is_applied: true }]);
  });

  test("lift the rules that they lifted when the order was bought", async () => {
    const shop = await openShop();
    const group = await createCodes(server.db, shop, { FRIEND: {} });
    await createCheckoutRule(server.db, shop, {
      code_group_id: group.id,
      conditions: [{ event_template_ids: [shop.event.id], min: 1 }],
    });
    const { order } = await buyLines(new TestBuyer(server, shop), [ticketLine(shop.event, 1)], ["FRIEND"]);
    const cart = changeCartOf(
      await requestChange(withLink(server, shop), order, { remove: order.tickets, add: newTickets(shop) }),
    );
    expect(cart.blocking_rules).toEqual([]);
    expect(refusalOf(await new TestBuyer(server, shop).requestTickets(1))).toBe("422 rule_blocks_reserve");
  });
});

describe("allowances of a member", () => {
  const forMembers: EventOverrides = {
    groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 500 }] }],
  };
  const buyAsMember = async () => {
    const shop = await openShop(forMembers);
    const member = await createTestMember(server.db, shop, { benefits: { Adult: 2 } });
    const buyer = new TestBuyer(server, shop, member.cookie);
    const { order } = await buyLines(buyer, [ticketLine(shop.event, 2)]);
    return { shop, buyer, order };
  };
  const usesOf = async (shop: TestShop) =>
    (
      await server.db
        .selectFrom("allowance_use")
        .select("visit_index")
        .where("seller_id", "=", shop.seller_id)
        .execute()
    )
      .map(({ visit_index }) => visit_index)
      .toSorted();

  test("follow the day of the visit", async () => {
    const { shop, buyer, order } = await buyAsMember();
    const change = { remove: order.tickets, add: newTickets(shop, { session: 2, quantity: 2 }) };
    const cart = changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change));
    expect(cart).toMatchObject({ member_tickets: 2, change: { due: "0" } });
    expect(await usesOf(shop)).toEqual([1, 1, 2, 2]);
  });

  test("allowances of a member of tickets that are given up count for the same day again, and for no other cart", async () => {
    const { shop, buyer, order } = await buyAsMember();
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const cart = changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change));
    expect(cart.member_tickets).toBe(2);
    expect(await usesOf(shop)).toEqual([1, 2, 3]);
    expect(refusalOf(await buyer.requestTickets(1))).toBe("422 member_limit_exceeded");
  });

  test("allowances of a member do not apply to a visitor with the link", async () => {
    const { shop, order } = await buyAsMember();
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    expect(refusalOf(await requestChange(withLink(server, shop), order, change))).toBe("422 member_required");
  });
});
