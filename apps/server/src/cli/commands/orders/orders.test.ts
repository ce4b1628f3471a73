import { beforeEach, expect, test } from "vitest";
import { commandContext } from "../../../../test/app/commandContext.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { createChangeShop, everyChange, orderOf, shopRows, shopStates } from "../../../../test/orders/changedOrders.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ordersCommand } from "./orders.ts";

let server: TestApp;
let shop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createChangeShop(
    server,
    { ...everyChange, cancel_fee: { fixed: "2.00" } },
    { sessions: [{ inDays: 7 }, { inDays: 8 }] },
  );
});

const runCommand = async (...args: string[]) => {
  const printed: string[] = [];
  const code = await ordersCommand.run(
    [shop.slug, ...args],
    commandContext({
      connections: server.connections,
      lines: printed,
      openProviders: async () => testProviders(server),
    }),
  );
  return { code, output: printed.join("\n") };
};
const confirmed = ["--confirm", "--reason", "The guest is ill", "--by", "Grace"] as const;
const buy = async (quantity = 2) => {
  const reply = await new TestBuyer(server, shop).buy(quantity);
  return { ...orderOf(reply), number: String(reply.body.ticket_order._data[0].order_number) };
};

test("shows an order with its tickets, and nothing of its buyer", async () => {
  const order = await buy();
  const { code, output } = await runCommand("show", order.number);
  expect(code).toBe(0);
  for (const part of [`Order ${order.number}`, ...order.tickets, "Whales of the Harbor\tAdult", "booked\t20.00 USD"])
    expect(output).toContain(part);
  for (const personal of [ada.email, ada.last_name]) expect(output).not.toContain(personal);
});

test("prints the amounts of a cancellation, and changes nothing", async () => {
  const order = await buy();
  const { code, output } = await runCommand("cancel", order.number);
  expect(code).toBe(0);
  for (const part of [
    "2 tickets",
    "paid for them\t40.00 USD",
    "fee kept\t4.00 USD",
    "refund to Visa ending in 4242\t36.00 USD",
  ])
    expect(output).toContain(part);
  expect(output).toContain("Nothing was changed. To cancel, repeat with --confirm.");
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
});

test("cancels the named tickets, waives the fee, and records the reason and who did it with the order", async () => {
  const order = await buy();
  const [first = ""] = order.tickets;
  const { code, output } = await runCommand("cancel", order.number, "--tickets", first, "--waive-fee", ...confirmed);
  expect(code).toBe(0);
  expect(output).toContain("refund to Visa ending in 4242\t20.00 USD\nCancelled.");
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "cancelled"]);
  const shown = (await runCommand("show", order.number)).output;
  expect(shown).toMatch(/cancelled\t1 ticket\t20\.00 USD\tby the venue/);
  expect(shown).toContain("Grace: The guest is ill");
});

test("tells the buyer in the history and by e-mail, without the reason", async () => {
  const order = await buy(1);
  await runCommand("cancel", order.number, "--to", "gift_card", ...confirmed);
  const { body } = await new TestBuyer(server, shop).get(`/ticket_order/${order.id}/actions?token=${order.token}`);
  expect(body.history).toMatchObject([
    { kind: "bought" },
    { kind: "cancelled", tickets: 1, amount: "20.00", by_venue: true },
    { kind: "refunded", amount: "18.00" },
  ]);
  const emails = JSON.stringify(
    (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "order_cancelled"),
  );
  expect(emails).toContain("Your order has been cancelled.");
  expect(emails + JSON.stringify(body)).not.toContain("guest is ill");
});

const later = (): string => shop.event.sessions[1]?.id ?? "";

test("prints the amounts of a move, and changes nothing", async () => {
  const order = await buy();
  const { code, output } = await runCommand("move", order.number, "--to", later());
  expect(code).toBe(0);
  for (const part of ["2 tickets", "paid for them\t40.00 USD", "new tickets\t40.00 USD"])
    expect(output).toContain(part);
  expect(output).toContain("Nothing was changed. To move the tickets, repeat with --confirm.");
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
});

test("moves the named tickets, and records the reason and who did it with the order", async () => {
  const order = await buy();
  const [first = ""] = order.tickets;
  const { code, output } = await runCommand("move", order.number, "--to", later(), "--tickets", first, ...confirmed);
  expect([code, output.split("\n").at(-1)]).toEqual([0, "Moved."]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled"]);
  const shown = (await runCommand("show", order.number)).output;
  expect(shown).toMatch(/moved\t1 ticket\t20\.00 USD\tby the venue/);
  expect(shown).toContain("Grace: The guest is ill");
});

test("prints the cost of a move to more expensive tickets, and waives it only with the option for it", async () => {
  shop = await createChangeShop(server, everyChange, {
    groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });
  const order = await buy();
  const given = ["move", order.number, "--to", later(), "--type", shop.group.types[1]?.id ?? ""];
  const quoted = (await runCommand(...given)).output;
  expect(quoted).toContain("due\t10.00 USD");
  expect(quoted).toContain("Nothing was changed. To move the tickets, repeat with --confirm and --waive-difference");
  const refused = await runCommand(...given, ...confirmed);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("The new tickets cost more")]);
  const { output } = await runCommand(...given, "--waive-difference", ...confirmed);
  expect(output).toContain("difference waived\t10.00 USD\nMoved.");
});

test("records changes in the audit log, but not reads", async () => {
  const order = await buy();
  const [first = "", second = ""] = order.tickets;
  await runCommand("cancel", order.number, "--tickets", first);
  await runCommand("move", order.number, "--to", later());
  expect(await auditOf(server.db, shop.seller_id)).toEqual([]);
  await runCommand("cancel", order.number, "--tickets", first, ...confirmed);
  await runCommand("move", order.number, "--to", later(), "--tickets", second, ...confirmed);
  const by = { actor: "command_line", via: "command_line", entity_id: order.number };
  expect(await auditOf(server.db, shop.seller_id)).toMatchObject([
    { ...by, action: "order.cancelled", after: { tickets: 1, by: "Grace" } },
    { ...by, action: "order.moved", after: { tickets: 1, event_session_id: later(), by: "Grace" } },
  ]);
});

test("says why nothing was changed", async () => {
  const order = await buy(1);
  await runCommand("cancel", order.number, ...confirmed);
  expect(await runCommand("cancel", order.number, ...confirmed)).toEqual({
    code: 1,
    output: "Nothing was changed: These tickets can no longer be changed.",
  });
});

test.each([
  ["without an action", []],
  ["with an unknown action", ["pay", "1"]],
  ["with options for show", ["show", "1", "--waive-fee"]],
  ["with an order that is no number", ["show", "one"]],
  ["with an order that does not exist", ["cancel", "1"]],
  ["with a cart that is not paid in part", ["cancel", "cart:1"]],
  ["with a session that is no id", ["move", "ORDER", "--to", "tomorrow"]],
  ["with a type that is no id", ["move", "ORDER", "--to", crypto.randomUUID(), "--type", "adult"]],
  ["with a move without a session", ["move", "ORDER"]],
  ["with an option of moves for a cancellation", ["cancel", "ORDER", "--waive-difference"]],
  ["with another destination", ["cancel", "ORDER", "--to", "cash"]],
  ["confirmed without a reason", ["cancel", "ORDER", "--confirm", "--by", "Grace"]],
  ["confirmed without a name", ["cancel", "ORDER", "--confirm", "--reason", "ill", "--by", " "]],
])("is refused %s", async (_, args) => {
  const { number } = await buy(1);
  await expect(runCommand(...args.map((arg) => (arg === "ORDER" ? number : arg)))).rejects.toThrow();
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
});

test("is refused for another seller's order", async () => {
  const { number } = await buy(1);
  shop = await createChangeShop(server);
  await expect(runCommand("show", number)).rejects.toThrow(`There is no order ${number}`);
});

const plan = [
  { basis_points: 3000, due_days: 0 },
  { basis_points: 7000, due_days: 14 },
];
const buyInParts = async (): Promise<Cart> => {
  shop = await createChangeShop(server, everyChange, {
    sessions: [{ inDays: 90, capacity: 2 }, { inDays: 91 }],
    groups: [{ payment_plan: JSON.stringify(plan) }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, cardTender(1200));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("partial");
  return cart;
};

test("cancels a payment plan: refunds every instalment, and releases the tickets", async () => {
  const cart = await buyInParts();
  expect((await runCommand("cancel", `cart:${cart.cart_number}`)).output).toContain("Nothing was changed.");
  const { code, output } = await runCommand("cancel", `cart:${cart.cart_number}`, ...confirmed);
  expect([code, output]).toEqual([0, "refund\t12.00 USD\nCancelled."]);
  expect(await shopStates(server, "payment", shop)).toEqual(["refunded"]);
  expect((await new TestBuyer(server, shop).buy(2)).status).toBe(200);
  expect((await shopRows(server, "outbox", shop)).map(({ kind }) => kind)).toContain("plan_cancelled");
});

test("cancels part of a payment plan, and shows the rest with the reason and who did it", async () => {
  const cart = await buyInParts();
  const [first = "", second = ""] = cart.lines.flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids));
  const given = `cart:${cart.cart_number}`;
  const quoted = await runCommand("cancel", given, "--tickets", first);
  for (const part of [
    `1 ticket: ${first}`,
    "price before\t40.00 USD",
    "price\t20.00 USD",
    "paid\t12.00 USD",
    "8.00 USD",
  ])
    expect(quoted.output).toContain(part);
  expect(quoted.output).toContain("Nothing was changed. To cancel, repeat with --confirm.");
  expect(await shopStates(server, "ticket", shop)).toEqual(["held", "held"]);
  expect((await runCommand("cancel", given, "--tickets", first, ...confirmed)).output).toContain("\nCancelled.");
  const shown = (await runCommand("show", given)).output;
  for (const part of [
    `Cart ${cart.cart_number}, still to pay 8.00 USD`,
    second,
    "cancel, 1 ticket\tGrace: The guest is ill",
  ])
    expect(shown).toContain(part);
  expect(shown).not.toContain(first);
});

test("moves a payment plan, and completes the order if nothing is left to pay", async () => {
  const cart = await buyInParts();
  const to = shop.event.sessions[1]?.id ?? "";
  const quoted = await runCommand("move", `cart:${cart.cart_number}`, "--to", to);
  expect(quoted.output).toContain("Nothing was changed. To move the tickets, repeat with --confirm.");
  const { code, output } = await runCommand("move", `cart:${cart.cart_number}`, "--to", to, ...confirmed);
  expect([code, output.split("\n").at(-1)]).toEqual([0, "Moved."]);
});

test("knows no fee and no gift card for a payment plan", async () => {
  const cart = await buyInParts();
  const given = ["cancel", `cart:${cart.cart_number}`, ...confirmed];
  for (const option of [["--to", "gift_card"], ["--waive-fee"]])
    await expect(runCommand(...given, ...option)).rejects.toThrow("A payment plan has no fee");
  expect(await shopStates(server, "payment", shop)).toEqual(["captured"]);
});
