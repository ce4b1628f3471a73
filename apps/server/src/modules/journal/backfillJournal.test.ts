import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createChangeShop, cancelTickets, everyChange, orderOf } from "../../../test/orders/changedOrders.ts";
import { backfillOf, forgetJournal, journalSteps } from "../../../test/orders/rewriteJournal.ts";
import { openChange } from "../../../test/orders/requestChange.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import {
  cardTender,
  createGiftCardShop,
  giftCardTender,
  SplitPaymentBuyer,
} from "../../../test/payments/splitPayments.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards } from "../../../test/shop/testBuyer.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { refundPayment } from "../checkout/refund/refundPayment.ts";

let server: TestApp;
let stripe: StripeTestApp;
beforeAll(async () => {
  server = await openTestApp();
  stripe = await openStripeTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await expectInvariants(stripe.server.db);
  await stripe.close();
  await server.close();
});

/** The balance of each account, by order: captures may be in the entry of their order or in an entry of their own. */
const balancesOf = async ({ db }: TestApp, { seller_id }: TestShop): Promise<readonly string[]> => {
  const { rows } = await sql<{ line: string }>`
    select m.account || ' ' || sum(m.amount) as line from journal_entry e
    cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
    cross join lateral (values (l.debit, l.amount), (l.credit, -l.amount)) as m (account, amount)
    where e.seller_id = ${seller_id} group by m.account order by m.account`.execute(db);
  return rows.map(({ line }) => line);
};
const daysOf = async ({ db }: TestApp, { seller_id }: TestShop): Promise<readonly string[]> =>
  (
    await db.selectFrom("journal_entry").select("local_day").distinct().where("seller_id", "=", seller_id).execute()
  ).map(({ local_day }) => local_day);

let shop: TestShop;
beforeEach(async () => {
  shop = await createChangeShop(server, everyChange);
});

test("writes sales, changes and refunds from before the journal, with equal balances", async () => {
  const buyer = new SplitPaymentBuyer(server, shop);
  const [, child] = shop.group.types;
  const cheap = await buyer.hold(1, child?.id);
  await buyer.pay(cheap, cards.good);
  const ordered = orderOf(await buyer.checkOut(cheap));
  const move = await openChange(buyer, {
    order: ordered,
    gives_up: ordered.tickets,
    add: [{ session_id: shop.session.id, type_id: shop.type.id, quantity: 1 }],
  });
  await buyer.payWith(move, cardTender(1000));
  expect((await buyer.checkOut(move, {})).body.outcome).toBe("completed");
  const other = new SplitPaymentBuyer(server, shop);
  const two = orderOf(await other.buy(2));
  expect((await cancelTickets(other, two, two.tickets.slice(0, 1))).status).toBe(200);

  const before = await balancesOf(server, shop);
  expect(before.length).toBeGreaterThan(3);
  const days = await daysOf(server, shop);
  await forgetJournal(server, shop);
  expect((await checkInvariants(server.db)).map(({ id }) => id)).toContain("I62");
  await backfillOf(server, shop);
  expect(await balancesOf(server, shop)).toEqual(before);
  expect(await daysOf(server, shop)).toEqual(days);
  expect(await checkInvariants(server.db)).toEqual([]);
});

test("writes gift cards that were given, and what was paid with them", async () => {
  const giftShop = await createGiftCardShop(server);
  const card = await createGiftCard(server, giftShop, 3000);
  const buyer = new SplitPaymentBuyer(server, giftShop);
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, giftCardTender(card, 1500), cardTender(2500));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const before = await balancesOf(server, giftShop);
  expect(before).toContain("gift_cards -1500");
  await forgetJournal(server, giftShop);
  await backfillOf(server, giftShop);
  expect(await balancesOf(server, giftShop)).toEqual(before);
});

test("writes tickets that ended when all of their money went back, and disputes", async () => {
  const { server: app, double } = stripe;
  const sold = await stripe.createShop();
  const buyer = new StripeTestBuyer(app, sold);
  const cart = await buyer.hold(2);
  await buyer.payCard(cart, "visa");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const { id } = await app.db
    .selectFrom("payment")
    .select("id")
    .where("seller_id", "=", sold.seller_id)
    .executeTakeFirstOrThrow();
  expect((await refundPayment(await stripe.checkoutShop(sold), { payment_id: id, reason: "requested" }))?.state).toBe(
    "succeeded",
  );
  const before = await balancesOf(app, sold);
  expect(before).toEqual(["cash:stripe 0", "refunds 0", "refunds_due 0", "sales 0", "suspense 0"]);
  await forgetJournal(app, sold);
  await backfillOf(app, sold);
  expect(await balancesOf(app, sold)).toEqual(before);
  expect(double.violations).toEqual([]);
});

test("writes each cause once, and a second pass finds what was missed in the meantime", async () => {
  const buyer = new SplitPaymentBuyer(server, shop);
  await buyer.buy(1);
  const before = await balancesOf(server, shop);
  await server.runAsOwner(
    `set app.seller = '*'; insert into journal_backfill (seller_id, step) select '${shop.seller_id}', unnest(array['${journalSteps.join("','")}'])`,
  );
  await backfillOf(server, shop);
  expect(await balancesOf(server, shop)).toEqual(before);
  const waiting = () =>
    server.db.selectFrom("journal_backfill").select("step").where("seller_id", "=", shop.seller_id).execute();
  expect(await waiting()).toHaveLength(journalSteps.length);
  expect(await backfillOf(server, shop)).toBe(0);
  // A server of the previous release sells something, and the hour passes.
  await server.runAsOwner(`set app.seller = '*';
    alter table journal_entry disable trigger refuse_change;
    delete from journal_entry where seller_id = '${shop.seller_id}';
    alter table journal_entry enable trigger refuse_change;
    update journal_backfill set due_at = app_now() where seller_id = '${shop.seller_id}'`);
  await backfillOf(server, shop);
  expect(await balancesOf(server, shop)).toEqual(before);
  expect(await waiting()).toEqual([]);
});
