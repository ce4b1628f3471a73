import { beforeAll, beforeEach, expect, test } from "vitest";
import { doneOrWaiting } from "../../../test/database/doneOrWaiting.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  type TestOrder,
} from "../../../test/orders/changedOrders.ts";
import { closeDaysOf } from "../../../test/orders/journalDays.ts";
import { backfillOf, forgetJournal } from "../../../test/orders/rewriteJournal.ts";
import { SplitPaymentBuyer } from "../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { writeJournal } from "../../providers/journal/writeJournal.sql.ts";
import { readOpenDays, sumDays, lockDays } from "./journalDays.sql.ts";

let server: TestApp;
let daysAhead = 0;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  moveClock(server.connections, () => `${daysAhead} days`);
});

let shop: TestShop;
let buyer: SplitPaymentBuyer;
let order: TestOrder;
beforeEach(async () => {
  daysAhead = 0;
  shop = await createChangeShop(server, everyChange);
  buyer = new SplitPaymentBuyer(server, shop);
  order = orderOf(await buyer.buy(2));
});

const db = () => server.connections.forSeller(shop.seller_id);
const sumsOf = () =>
  server.db
    .selectFrom("journal_day")
    .select(["local_day", "cause", "debit", "credit", "amount", "tickets"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("local_day")
    .execute();
const dayOf = async (cause: "order" | "change"): Promise<string> =>
  (
    await server.db
      .selectFrom("journal_entry")
      .select("local_day")
      .where("seller_id", "=", shop.seller_id)
      .where("cause", "=", cause)
      .executeTakeFirstOrThrow()
  ).local_day;
const openDays = async () => readOpenDays(db(), shop.seller_id, { from: null, to: "2100-01-01" });
const pastEntry = (at: string, tx = db()) =>
  writeJournal(tx, shop.seller_id, [
    {
      cause: "dispute",
      cause_id: newId(),
      currency: "USD",
      ticket_order_id: null,
      at,
      lines: [
        {
          debit: "disputes:test",
          credit: "cash:test",
          amount: 100,
          subject: null,
          session: null,
          tickets: 0,
          tax: null,
        },
      ],
    },
  ]);
/** Deletes an entry that belongs to no payment, so that the other invariants hold. */
const withoutPastEntries = () =>
  server.runAsOwner(`set app.seller = '*'; alter table journal_entry disable trigger refuse_change;
    delete from journal_entry where seller_id = '${shop.seller_id}' and cause = 'dispute';
    alter table journal_entry enable trigger refuse_change;
    update journal_closed_day set is_summed = false where seller_id = '${shop.seller_id}'`);

test("a day stays open until it is over everywhere, and its sums are those of its entries", async () => {
  expect(await closeDaysOf(server, shop)).toBe(0);
  const day = await dayOf("order");
  expect(await openDays()).toEqual([day]);
  daysAhead = 3;
  expect(await closeDaysOf(server, shop)).toBeGreaterThanOrEqual(1);
  expect(await openDays()).toEqual([]);
  const sums = await sumsOf();
  expect(sums.find(({ credit }) => credit === "sales")).toMatchObject({
    local_day: day,
    debit: "suspense",
    tickets: 2,
  });
  expect(await checkInvariants(server.db)).toEqual([]);
  expect(await closeDaysOf(server, shop)).toBe(0);
});

test("what happens on a later day changes no sum of a day that is over", async () => {
  daysAhead = 3;
  await closeDaysOf(server, shop);
  const before = await sumsOf();
  expect((await cancelTickets(buyer, order, order.tickets.slice(0, 1))).status).toBe(200);
  expect(await openDays()).toContain(await dayOf("change"));
  daysAhead = 6;
  await closeDaysOf(server, shop);
  const after = await sumsOf();
  expect(after.filter(({ local_day }) => local_day <= (before[0]?.local_day ?? ""))).toEqual(before);
  expect(after.length).toBeGreaterThan(before.length);
  expect(await checkInvariants(server.db)).toEqual([]);
});

test("an entry of the past opens its day, which is summed again", async () => {
  daysAhead = 3;
  await closeDaysOf(server, shop);
  const day = await dayOf("order");
  await pastEntry(`${day}T12:00:00Z`);
  expect(await openDays()).toEqual([day]);
  expect(await closeDaysOf(server, shop)).toBe(1);
  expect((await sumsOf()).find(({ cause }) => cause === "dispute")).toMatchObject({ amount: 100 });
  expect((await checkInvariants(server.db)).map(({ id }) => id)).not.toContain("I68");
  await withoutPastEntries();
  await closeDaysOf(server, shop);
});

test("nothing is summed while the past is still being written", async () => {
  await forgetJournal(server, shop);
  await backfillOf(server, shop);
  daysAhead = 3;
  // The second pass is still due.
  expect(await closeDaysOf(server, shop)).toBe(0);
  await backfillOf(server, shop);
  expect(await closeDaysOf(server, shop)).toBeGreaterThanOrEqual(1);
  expect(await checkInvariants(server.db)).toEqual([]);
});

/** Runs two transactions: the second begins while the first is open, and has to wait for it. */
const secondWaits = async (first: (tx: ReturnType<typeof db>) => Promise<unknown>, second: () => Promise<unknown>) => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is no such seller.");
  let pending: Promise<unknown> = Promise.resolve();
  await transact({ db: db(), seller }, async ({ db: tx }) => {
    await first(tx);
    pending = second();
    expect(await doneOrWaiting(db(), pending)).toBe("waits");
  });
  await pending;
};

test("a day is not summed without an entry that is being added to it", async () => {
  daysAhead = 3;
  const day = await dayOf("order");
  await secondWaits(
    (tx) => pastEntry(`${day}T12:00:00Z`, tx),
    () => closeDaysOf(server, shop),
  );
  expect((await sumsOf()).find(({ cause }) => cause === "dispute")).toMatchObject({ amount: 100 });
  await withoutPastEntries();
  await closeDaysOf(server, shop);
});

test("an entry that is added while its day is being summed opens the day", async () => {
  daysAhead = 3;
  const day = await dayOf("order");
  await secondWaits(
    async (tx) => {
      await lockDays(tx, shop.seller_id, [day]);
      await sumDays(tx, shop.seller_id, [day]);
    },
    () => pastEntry(`${day}T12:00:00Z`),
  );
  expect(await openDays()).toContain(day);
  await withoutPastEntries();
  await closeDaysOf(server, shop);
});
