import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createChangeShop, orderOf, refusalOf, shopRows } from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { sendOn } from "../../../../test/orders/sentTickets.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { overHttp, startCrashingServer } from "../../../../test/process/startCrashingServer.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

test("a crash between the new code and the e-mail leaves the ticket with its buyer", crashRepeatOptions, async () => {
  const shop = await createChangeShop(server);
  const buyer = new TestBuyer(server, shop);
  const order = orderOf(await buyer.buy(1));
  const before = await shopRows(server, "ticket", shop);
  const doomed = await startCrashingServer(login.owner, "inside_ticket_sending");
  const there = new TestBuyer(overHttp(server, doomed.origin), shop, buyer.cookie);
  await expect(sendOn(there, order, order.tickets)).rejects.toThrow();
  await doomed.exited;
  doomed.kill();
  expect(await shopRows(server, "ticket", shop)).toEqual(before);
  expect(await shopRows(server, "order_change", shop)).toEqual([]);
  expect(await emailsOf(server, shop, "tickets_sent")).toEqual([]);

  expect(refusalOf(await sendOn(buyer, order, order.tickets))).toBe("200");
  expect(await emailsOf(server, shop, "tickets_sent")).toHaveLength(1);
  expect(await checkInvariants(server.db)).toEqual([]);
});
