import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createChangeShop, everyChange, orderOf, shopRows, shopStates } from "../../../../test/orders/changedOrders.ts";
import { openPlan, ticketsOf } from "../../../../test/orders/plans.ts";
import { usedPlaces } from "../../../../test/orders/requestChange.ts";
import { crashCommand } from "../../../../test/process/crashCommand.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { recoverAfterRestart } from "../../../../test/process/recoverAfterRestart.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { checkInvariants } from "../../checkInvariants.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

const confirmed = ["--confirm", "--reason", "The guest is ill", "--by", "Grace"] as const;

/** Two adult tickets at 20.00 each, and a cheaper type a day later. */
const buyTwo = async () => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [{ types: [{ name: "Adult" }, { name: "Child", currency_amount: 1000 }] }],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });
  const reply = await new TestBuyer(server, shop).buy(2);
  const number = String(reply.body.ticket_order._data[0].order_number);
  const [session = "", type = ""] = [shop.event.sessions[1]?.id, shop.group.types[1]?.id];
  const move = ["orders", shop.slug, "move", number, "--to", session, "--type", type, ...confirmed];
  return { shop, order: orderOf(reply), move };
};

/** What runs after a restart, run twice. */
const recover = async (): Promise<void> => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await recoverAfterRestart(server);
  await recoverAfterRestart(server);
  expect(await checkInvariants(server.db)).toEqual([]);
};

test.each([["after_hold_commit"], ["inside_order_transaction"]])(
  "a move by the venue that dies before it completes (%s) leaves the order as it was, and can be made again",
  crashRepeatOptions,
  async (fault) => {
    const { shop, move } = await buyTwo();
    await crashCommand(login.owner, fault, move);
    expect((await shopStates(server, "ticket", shop)).filter((state) => state === "booked")).toHaveLength(2);
    expect(await shopRows(server, "refund", shop)).toEqual([]);
    expect((await usedPlaces(server, shop))[0]).toBe(2);
    await recover();
    await crashCommand(login.owner, "after_refund_row", move);
    await recover();
    expect(await usedPlaces(server, shop)).toEqual([0, 2]);
    expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "succeeded", amount: 2000 }]);
  },
);

test.each([["after_refund_row"], ["after_refund_sent"]])(
  "a move by the venue that dies at %s is kept, and is refunded once",
  crashRepeatOptions,
  async (fault) => {
    const { shop, move } = await buyTwo();
    await crashCommand(login.owner, fault, move);
    expect(await shopRows(server, "refund", shop)).toMatchObject([{ amount: 2000, reason: "change" }]);
    await recover();
    expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "succeeded", amount: 2000 }]);
    expect(await shopRows(server, "payment", shop)).toMatchObject([{ refunded: 2000, refunding: 0 }]);
    expect(await usedPlaces(server, shop)).toEqual([0, 2]);
  },
);

test.each([
  ["inside_order_transaction", 0],
  ["after_refund_row", 1],
  ["after_refund_sent", 1],
])(
  "a change of a plan that dies at %s is either made or not, and is refunded once",
  crashRepeatOptions,
  async (fault, made) => {
    const plan = await openPlan(server, { paid: 2600 });
    const tickets = ticketsOf(plan.cart).slice(0, 1).join(",");
    const cancel = [
      "orders",
      plan.shop.slug,
      "cancel",
      `cart:${plan.cart.cart_number}`,
      "--tickets",
      tickets,
      ...confirmed,
    ];
    await crashCommand(login.owner, fault, cancel);
    expect(await shopRows(server, "refund", plan.shop)).toHaveLength(made);
    expect(await shopStates(server, "ticket", plan.shop)).toEqual(
      made === 1 ? ["booked", "unbooked"] : ["held", "held"],
    );
    await recover();
    expect((await shopRows(server, "refund", plan.shop)).map(({ state, amount }) => [state, amount])).toEqual(
      made === 1 ? [["succeeded", 600]] : [],
    );
  },
);
