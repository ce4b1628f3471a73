import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { openChange } from "../../../../test/orders/requestChange.ts";
import { createChangeShop, everyChange, orderOf, shopRows, shopStates } from "../../../../test/orders/changedOrders.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { recoverAfterRestart } from "../../../../test/process/recoverAfterRestart.ts";
import { overHttp, startCrashingServer } from "../../../../test/process/startCrashingServer.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

/** An order of two adults at 20.00, and a change of one to another type a day later. */
const openMove = async (typeIndex: number) => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [
      {
        types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }, { name: "Child", currency_amount: 1000 }],
      },
    ],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const order = orderOf(await buyer.buy(2));
  const cart = await openChange(buyer, {
    order,
    gives_up: order.tickets.slice(0, 1),
    add: [
      {
        session_id: shop.event.sessions[1]?.id ?? "",
        type_id: shop.group.types[typeIndex]?.id ?? "",
        quantity: 1,
      },
    ],
  });
  return { shop, buyer, order, cart };
};

/** Expects the request to kill a server at the crash point, and all invariants to hold afterwards. */
const crashAt = async (
  fault: string,
  { shop, buyer }: Awaited<ReturnType<typeof openMove>>,
  request: (buyer: SplitPaymentBuyer) => Promise<unknown>,
): Promise<void> => {
  const doomed = await startCrashingServer(login.owner, fault);
  const there = new SplitPaymentBuyer(overHttp(server, doomed.origin), shop, buyer.cookie);
  await expect(request(there)).rejects.toThrow();
  await doomed.exited;
  doomed.kill();
  expect(await checkInvariants(server.db)).toEqual([]);
};

test("a change whose payment was only begun is paid again after a crash", crashRepeatOptions, async () => {
  const opened = await openMove(1);
  const { shop, buyer, cart } = opened;
  await crashAt("after_payment_row", opened, (there) => there.payWith(cart, cardTender(500)));
  await recoverAfterRestart(server);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "held"]);
  expect((await buyer.payWith(cart, cardTender(500))).status).toBe(200);
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  expect(await checkInvariants(server.db)).toEqual([]);
});

test.each([
  ["after the money is captured", "after_captured", 0],
  ["inside the transaction that changes the order", "inside_order_transaction", 0],
  ["after that transaction", "after_order_commit", 1],
])("a paid change is completed once after a crash %s", crashRepeatOptions, async (_, fault, changes) => {
  const opened = await openMove(1);
  const { shop, buyer, order, cart } = opened;
  expect((await buyer.payWith(cart, cardTender(500))).status).toBe(200);
  await crashAt(fault, opened, (there) => there.checkOut(cart, {}));
  expect(await shopRows(server, "order_change", shop)).toHaveLength(changes);
  if (changes === 0) expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "held"]);

  await recoverAfterRestart(server);
  await recoverAfterRestart(server);
  expect(await shopRows(server, "order_change", shop)).toMatchObject([{ paid: 500, added: 2500 }]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled"]);
  expect(await shopStates(server, "payment", shop)).toEqual(["captured", "captured"]);
  expect((await buyer.checkOut(cart, {})).body.ticket_order._data).toMatchObject([{ id: order.id }]);
  expect(await checkInvariants(server.db)).toEqual([]);
});

test.each([
  ["between the refund's row and the provider", "after_refund_row"],
  ["before the provider's refund is recorded", "after_refund_sent"],
])("a change refunds the rest once after a crash %s", crashRepeatOptions, async (_, fault) => {
  const opened = await openMove(2);
  const { shop, cart } = opened;
  await crashAt(fault, opened, (there) => there.checkOut(cart, {}));
  expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "created", amount: 1000 }]);
  await recoverAfterRestart(server);
  await recoverAfterRestart(server);
  expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "succeeded", amount: 1000 }]);
  expect(await shopRows(server, "payment", shop)).toMatchObject([{ refunded: 1000, refunding: 0 }]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled"]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
