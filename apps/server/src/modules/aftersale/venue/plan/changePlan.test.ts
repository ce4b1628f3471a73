import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../../../test/app/outcomeOf.ts";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { shopRows, shopStates } from "../../../../../test/orders/changedOrders.ts";
import {
  createPlanShop,
  openParts,
  openPlan,
  payPart,
  ticketsOf,
  venueChangesPlan,
  venueQuotesPlan,
  type OpenPlan,
} from "../../../../../test/orders/plans.ts";
import { usedPlaces } from "../../../../../test/orders/requestChange.ts";
import { venueNote } from "../../../../../test/orders/venueChanges.ts";
import { createCodes, createDiscount } from "../../../../../test/shop/codesAndRules.ts";
import type { TestShop } from "../../../../../test/shop/createTestShop.ts";
import { createGiftCard } from "../../../../../test/payments/giftCards.ts";
import { giftCardTender, readGiftCard, SplitPaymentBuyer } from "../../../../../test/payments/splitPayments.ts";
import { setUpTestApp } from "../../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const session = ({ event }: TestShop, index: number): string => event.sessions[index]?.id ?? "";
const typeOf = ({ group }: TestShop, name: string): string => group.types.find((type) => type.name === name)?.id ?? "";
const firstOf = ({ cart }: OpenPlan): readonly string[] => ticketsOf(cart).slice(0, 1);
const emails = async (shop: TestShop) => (await shopRows(server, "outbox", shop)).map(({ kind }) => kind).toSorted();

describe("cancelling part of a plan of 40.00 of which 12.00 is paid", () => {
  test("reduces what is due on the same days, and refunds nothing", async () => {
    const plan = await openPlan(server);
    const changed = await venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: firstOf(plan) });
    expect(changed).toMatchObject({
      removed: firstOf(plan),
      before: 4000,
      price: 2000,
      paid: 1200,
      refund: 0,
      isPaid: false,
    });
    expect(await openParts(plan)).toEqual(["14 3.43", "28 4.57"]);
    expect(await plan.buyer.readCart(plan.cart)).toMatchObject({
      outstanding_balance: "8.00",
      editable: false,
      expires_at: null,
    });
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(["held", "unbooked"]);
    expect((await usedPlaces(server, plan.shop))[0]).toBe(1);
    expect(await shopRows(server, "refund", plan.shop)).toEqual([]);
  });

  test("is paid to the end by the new schedule, and makes an order of the remaining tickets", async () => {
    const plan = await openPlan(server);
    await venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: firstOf(plan) });
    expect(await payPart(plan, 343)).toBe("partial");
    expect(await openParts(plan)).toEqual(["28 4.57"]);
    expect(await payPart(plan, 457)).toBe("completed");
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(["booked", "unbooked"]);
  });

  test("completes the order at once if enough was paid, and refunds the rest", async () => {
    const plan = await openPlan(server, { paid: 2600 });
    const changed = await venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: firstOf(plan) });
    expect(changed).toMatchObject({ price: 2000, refund: 600, isPaid: true });
    expect(await shopRows(server, "ticket_order" as "ticket", plan.shop)).toMatchObject([{ total: 2000 }]);
    expect(await shopRows(server, "refund", plan.shop)).toMatchObject([{ amount: 600, state: "succeeded" }]);
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(["booked", "unbooked"]);
    expect(await emails(plan.shop)).toEqual(["order_confirmation", "part_paid", "payment_returned", "plan_changed"]);
  });

  test("is quoted with the same amounts, and a quote changes nothing", async () => {
    const plan = await openPlan(server, { paid: 2600 });
    const wanted = { kind: "cancel", ticket_ids: firstOf(plan) } as const;
    const quoted = await venueQuotesPlan(server, plan, wanted);
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(["held", "held"]);
    expect(await openParts(plan)).toEqual(["28 14.00"]);
    expect(await venueChangesPlan(server, plan, wanted)).toEqual(quoted);
  });

  test("is refused for tickets that are not in the cart, and for all of its tickets", async () => {
    const plan = await openPlan(server);
    const other = await openPlan(server, { shop: plan.shop });
    const cancel = (ticket_ids: readonly string[]) =>
      outcomeOf(venueChangesPlan(server, plan, { kind: "cancel", ticket_ids }));
    expect(await cancel(firstOf(other))).toBe("ticket_not_found");
    expect(await cancel(ticketsOf(plan.cart))).toBe("ticket_state_incorrect");
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(["held", "held", "held", "held"]);
  });

  test("is refused for a cart that is not paid in part", async () => {
    const shop = await createPlanShop(server);
    const buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(2);
    const wanted = { kind: "cancel", ticket_ids: ticketsOf(cart).slice(0, 1) } as const;
    expect(await outcomeOf(venueChangesPlan(server, { shop, cart }, wanted))).toBe("cart_not_editable");
    await payPart({ buyer, cart }, 4000);
    expect(await outcomeOf(venueChangesPlan(server, { shop, cart }, wanted))).toBe("cart_not_editable");
  });
});

test("a change of a plan is refused where what would go back is disputed, and changes nothing", async () => {
  const plan = await openPlan(server, { paid: 2600 });
  await sql`insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
    select seller_id, gen_random_uuid(), id, 'dispute_opened', amount, currency, 'dp_1' from payment where seller_id = ${plan.shop.seller_id} returning seller_id`.execute(
    server.db,
  );
  const cancelled = venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: firstOf(plan) });
  expect(await outcomeOf(cancelled)).toBe("payment_in_progress");
  expect(await shopStates(server, "ticket", plan.shop)).toEqual(["held", "held"]);
  expect(await shopRows(server, "refund", plan.shop)).toEqual([]);
});

describe("moving part of a plan of 40.00 of which 12.00 is paid", () => {
  test("keeps the schedule where the price stays", async () => {
    const plan = await openPlan(server);
    await venueChangesPlan(server, plan, {
      kind: "move",
      event_session_id: session(plan.shop, 1),
      ticket_ids: firstOf(plan),
    });
    expect(await openParts(plan)).toEqual(["14 12.00", "28 16.00"]);
    expect(await usedPlaces(server, plan.shop)).toEqual([1, 1, 0]);
    expect(await payPart(plan, 2800)).toBe("completed");
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(["booked", "booked", "unbooked"]);
  });

  test("increases the open instalments if the new tickets cost more", async () => {
    const plan = await openPlan(server);
    const wanted = {
      kind: "move",
      event_session_id: session(plan.shop, 1),
      ticket_type_id: typeOf(plan.shop, "Senior"),
    } as const;
    expect(await venueChangesPlan(server, plan, wanted)).toMatchObject({ before: 4000, price: 5000, refund: 0 });
    expect(await openParts(plan)).toEqual(["14 16.29", "28 21.71"]);
  });

  test("refunds what was overpaid if the new tickets cost less", async () => {
    const plan = await openPlan(server, { paid: 2600 });
    const wanted = {
      kind: "move",
      event_session_id: session(plan.shop, 1),
      ticket_type_id: typeOf(plan.shop, "Child"),
    } as const;
    expect(await venueChangesPlan(server, plan, wanted)).toMatchObject({ price: 2000, refund: 600, isPaid: true });
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(["booked", "booked", "unbooked", "unbooked"]);
  });

  test("has nothing due after an earlier visit", async () => {
    const plan = await openPlan(server);
    await venueChangesPlan(server, plan, { kind: "move", event_session_id: session(plan.shop, 2) });
    expect(await openParts(plan)).toEqual(["14 12.00", "20 16.00"]);
  });

  test("is refused where the session is full, and changes nothing", async () => {
    const plan = await openPlan(server);
    await server.db.updateTable("event_session").set({ capacity: 1 }).where("id", "=", session(plan.shop, 1)).execute();
    const move = venueChangesPlan(server, plan, { kind: "move", event_session_id: session(plan.shop, 1) });
    expect(await outcomeOf(move)).toBe("session_capacity_exceeded");
    expect(await usedPlaces(server, plan.shop)).toEqual([2, 0, 0]);
    expect(await openParts(plan)).toEqual(["14 12.00", "28 16.00"]);
  });
});

test("an overpaid amount is refunded to the card before the gift card", async () => {
  const plan = await openPlan(server, { paid: 1300 });
  const card = await createGiftCard(server, plan.shop, 5000);
  await plan.buyer.payWith(plan.cart, giftCardTender(card, 1300));
  expect((await plan.buyer.checkOut(plan.cart)).body.outcome).toBe("partial");
  const changed = await venueChangesPlan(server, plan, {
    kind: "move",
    event_session_id: session(plan.shop, 1),
    ticket_type_id: typeOf(plan.shop, "Child"),
    ticket_ids: ticketsOf(plan.cart),
  });
  expect(changed).toMatchObject({ price: 2000, paid: 2600, refund: 600, isPaid: true });
  expect((await readGiftCard(server, card)).balance).toBe(3700);
  const payments = await shopRows(server, "payment", plan.shop);
  expect(payments.map(({ gateway_id, refunded }) => `${String(gateway_id)} ${String(refunded)}`).toSorted()).toEqual([
    "ledger 0",
    "test 600",
  ]);
});

describe("what stays of a plan", () => {
  /** 10 percent off two Adults with a code that ends once the first instalment is paid. */
  const openDiscounted = async () => {
    const shop = await createPlanShop(server);
    const { id } = await createCodes(server.db, shop, { FIRST: {} });
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
    const buyer = new SplitPaymentBuyer(server, shop);
    const held = await buyer.hold(2);
    const cart = (await buyer.post(`/my/cart/${held.id}/apply_code`, { code: "first" })).body.cart._data[0];
    expect(await payPart({ buyer, cart }, 1080)).toBe("partial");
    const end = async () => {
      await server.db
        .updateTable("code")
        .set({ valid_to: "2020-01-01T00:00:00Z" })
        .where("code_group_id", "=", id)
        .execute();
      await server.db.updateTable("discount").set({ retired: true }).where("seller_id", "=", shop.seller_id).execute();
    };
    const uses = async () =>
      (await server.db.selectFrom("code").select("used").where("code_group_id", "=", id).executeTakeFirstOrThrow())
        .used;
    return { shop, buyer, cart, end, uses };
  };

  test("keeps its discount after the discount has ended, and the code its use", async () => {
    const { end, uses, ...plan } = await openDiscounted();
    await end();
    const changed = await venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: firstOf(plan) });
    expect(changed).toMatchObject({ before: 3600, price: 1800, refund: 0 });
    expect(await plan.buyer.readCart(plan.cart)).toMatchObject({ outstanding_balance: "7.20" });
    expect(await uses()).toBe(1);
  });

  test("applies the discount to moved tickets too, while it lasts", async () => {
    const { end: _, uses, ...plan } = await openDiscounted();
    const wanted = { kind: "move", event_session_id: session(plan.shop, 1), ticket_ids: firstOf(plan) } as const;
    expect(await venueChangesPlan(server, plan, wanted)).toMatchObject({ before: 3600, price: 3600 });
    expect(await uses()).toBe(1);
  });
});

test("a change of a plan is e-mailed with the refund and what is due, but without the reason, which is stored with the plan", async () => {
  const plan = await openPlan(server);
  await venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: firstOf(plan) });
  const shown = JSON.stringify(
    (await shopRows(server, "outbox", plan.shop)).filter(({ kind }) => kind === "plan_changed"),
  );
  for (const part of [
    "Your reservation has changed.",
    "We have cancelled part of it.",
    "1 × Adult",
    "$8.00",
    "$3.43",
    "$4.57",
  ])
    expect(shown).toContain(part);
  expect(shown).not.toContain(venueNote.reason);
  const kept = await server.db
    .selectFrom("plan_change")
    .select(["kind", "tickets", "price", "refund", "reason", "made_by"])
    .where("cart_id", "=", plan.cart.id)
    .execute();
  expect(kept).toEqual([{ kind: "cancel", tickets: 1, price: 2000, refund: 0, ...venueNote }]);
});

test("a plan of which one part is changed and the other cancelled ends without a rest", async () => {
  const plan = await openPlan(server, { tickets: 3 });
  await venueChangesPlan(server, plan, {
    kind: "move",
    event_session_id: session(plan.shop, 1),
    ticket_ids: firstOf(plan),
  });
  const left = ticketsOf(await plan.buyer.readCart(plan.cart));
  await venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: left.slice(0, 1) });
  const { outstanding_balance } = await plan.buyer.readCart(plan.cart);
  expect(outstanding_balance).toBe("22.00");
  expect(await payPart(plan, 2200)).toBe("completed");
});
