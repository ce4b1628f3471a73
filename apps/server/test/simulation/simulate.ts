import { sql } from "kysely";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import { newId } from "../../src/db/newId.ts";
import { createCodes } from "../shop/codesAndRules.ts";
import { createGiftCard } from "../payments/giftCards.ts";
import { StripeTestBuyer, type StripeTestApp } from "../payments/stripeApp.ts";
import { changeActions } from "./changeActions.ts";
import { shopActions } from "./shopActions.ts";
import { assertReportsTie } from "./assertReports.ts";
import { assertMergesMoveNoMoney, mergeActions, mergesPersons } from "./mergeActions.ts";
import { memberActions } from "./memberActions.ts";
import { cancelPlanOf, saleActions } from "./saleActions.ts";
import { setUpSales } from "./saleSetup.ts";
import { setUpHall } from "./seatSetup.ts";
import { memberConfiguration, setUpMembership } from "./memberSetup.ts";
import { type SimulatedClock, SimulatedShop, type SimulationSetup } from "./simulatedShop.ts";
import { changeTaxes, invoiceSeedInterval, namesTaxes, taxActions } from "./taxActions.ts";
import { testInvoice } from "../orders/invoices.ts";
import { ticketLine } from "../shop/ticketLine.ts";

/** Actions per seed. */
const actionsPerSeed = 30;
/** In every nth seed, the shop has members. */
const memberSeedInterval = 8;
/** In every nth seed, the shop sells at least two tickets per order. */
const pairSeedInterval = 3;
/** In every nth seed, refunds of changes go to gift cards. */
const giftCardSeedInterval = 5;
/** In every nth seed, the shop has seats. */
const hallSeedInterval = 2;
/** In every nth seed, the shop sells gift cards, donations and courses that are paid in instalments. */
const saleSeedInterval = 4;
/** Capacity of each session: small, so that buyers compete. */
const sessionCapacity = 6;

/** A failure of a seed, with the actions before it. */
export class SeedFailed extends Error {
  constructor(seed: number, trace: readonly string[], cause: unknown) {
    super(
      `Seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}\n${trace.map((line) => `  ${line}`).join("\n")}`,
      { cause },
    );
    this.name = "SeedFailed";
  }
}

const assertTrue = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message);
};

/**
 * Runs the actions of a seed: buyers, cards, banks, webhooks, a failing provider and a clock that jumps. Afterwards
 * nothing is pending, every invariant holds, and everything that replies confirmed is true.
 */
export const simulate = async (app: StripeTestApp, clock: SimulatedClock, seed: number): Promise<void> => {
  clock.seconds = 0;
  const simulation = new SimulatedShop(app, await setUpShop(app, seed), clock, seed);
  const weightedActions = [
    ...shopActions,
    ...changeActions,
    ...(simulation.members ? memberActions : []),
    ...(simulation.sales ? saleActions : []),
    ...(mergesPersons(seed) ? mergeActions : []),
    ...(namesTaxes(seed) ? taxActions : []),
  ];
  try {
    if (namesTaxes(seed)) await changeTaxes(simulation);
    for (let index = 0; index < actionsPerSeed; index++)
      await simulation.random.pickWeighted(weightedActions)(simulation);
    await simulation.settleEverything();
    // Buyers who are still paying in instalments are refunded.
    for (const cart_id of await simulation.findPartPaidCarts()) await cancelPlanOf(simulation, cart_id);
    await simulation.settleEverything();
    if (mergesPersons(seed)) await assertMergesMoveNoMoney(simulation);
    await assertAtRest(simulation);
  } catch (error) {
    throw new SeedFailed(seed, simulation.trace, error);
  } finally {
    clock.seconds = 0;
    app.logged.length = 0;
  }
};

/** A shop with little capacity, two gift cards, a code for 10 % off and one with two uses. */
const setUpShop = async (app: StripeTestApp, seed: number): Promise<SimulationSetup> => {
  const hasMembers = seed % memberSeedInterval === 0;
  const { db } = app.server;
  // If the simulation skips days, the visit is after them.
  const days = hasMembers ? [60, 61] : [7, 8];
  const shop = await app.createShop({ event: { sessions: days.map((inDays) => ({ inDays })) } });
  const { seller_id } = shop;
  await sql`update event_session set capacity = ${sessionCapacity} where seller_id = ${seller_id}`.execute(db);
  if (seed % pairSeedInterval === 0) await setLeastNumber(db, seller_id, 2);
  const configuration = {
    ledger_id: "cards",
    self_edit: changeRules(seed),
    ...(hasMembers && memberConfiguration),
    ...(seed % invoiceSeedInterval === 0 && { invoice: testInvoice }),
  };
  await sql`update seller set configuration = configuration || ${JSON.stringify(configuration)}::jsonb where id = ${seller_id}`.execute(
    db,
  );
  const giftCards = [await createGiftCard(app.server, shop, 3000), await createGiftCard(app.server, shop, 5000)];
  const { id } = await createCodes(db, shop, { TENOFF: {}, RARE: { max_uses: 2 } });
  await db
    .insertInto("discount")
    .values({
      seller_id,
      id: newId(),
      key: "tenth",
      name: "A tenth off",
      code_group_ids: [id],
      benefit: JSON.stringify({ percent: 1000 }),
      per: "ticket",
      stacking: "with_others",
    })
    .execute();
  return {
    shop,
    giftCards: giftCards.map(({ number }) => number),
    ...(hasMembers && { members: await setUpMembership(app, shop) }),
    ...(seed % saleSeedInterval === 1 && { sales: await setUpSales(app, shop) }),
    ...(seed % hallSeedInterval === 0 && { hall: await setUpHall(db, shop) }),
  };
};

/** Buyers may change everything, for a fee in every other seed. */
const changeRules = (seed: number): SelfEdit => ({
  enabled: true,
  anon_editing: true,
  ...(seed % 2 === 0 && { cancel_fee: { percent: 10 }, change_fee: { fixed: "1.50" } }),
  ...(seed % giftCardSeedInterval === 0 && { refund_to: "gift_card", gift_card_bonus: 10 }),
});

const setLeastNumber = (db: StripeTestApp["server"]["db"], seller_id: string, min: number) =>
  sql`update ticket_group set min_tickets_per_order = ${min} where seller_id = ${seller_id} and handler = 'tickets'`.execute(
    db,
  );

const assertAtRest = async (simulation: SimulatedShop): Promise<void> => {
  const { db, shop } = simulation;
  await assertReportsTie(simulation);
  const broken = await checkInvariants(db);
  assertTrue(broken.length === 0, `invariants are broken: ${JSON.stringify(broken)}`);
  const heldCarts = await simulation.findHeldCarts();
  assertTrue(heldCarts.length === 0, `somebody still holds tickets when all is over: ${JSON.stringify(heldCarts)}`);

  // The provider's records and ours agree on each payment.
  const payments = await db.selectFrom("payment").selectAll().where("seller_id", "=", shop.seller_id).execute();
  const paymentsById = new Map(payments.map((payment) => [payment.id, payment]));
  for (const intent of simulation.intents) {
    const payment = paymentsById.get(intent.metadata.payment_id ?? "");
    const refundedAmount = simulation.app.double.state
      .refundsOf(intent.id)
      .reduce((sum, refund) => sum + refund.amount, 0);
    const expectedAmount =
      payment && ["captured", "refunded"].includes(payment.state) ? payment.amount - payment.refunded : 0;
    assertTrue(
      intent.amountReceived - refundedAmount === expectedAmount,
      `the provider keeps ${intent.amountReceived - refundedAmount} of ${intent.id} (${intent.status}), our books say ${expectedAmount} (${payment?.state})`,
    );
    assertTrue(intent.status !== "requires_capture", `${intent.id} is still promised`);
  }

  // Whatever a reply confirmed still holds.
  const orders = await db.selectFrom("ticket_order").selectAll().where("seller_id", "=", shop.seller_id).execute();
  for (const { order_id, cart_id, total } of simulation.promised) {
    const order = orders.find(({ id }) => id === order_id);
    assertTrue(order?.cart_id === cart_id, `order ${order_id} was promised and is not there`);
    assertTrue(
      order?.total === Math.round(Number(total) * 100),
      `order ${order_id} does not cost ${total} as its reply said`,
    );
  }

  await assertChargesAnnounced(simulation);
  await assertRenewedOnce(simulation);
  await assertKeptCardsUsed(simulation);

  // The remaining stock can be bought, and no more.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ticket
    where seller_id = ${shop.seller_id} and event_session_id = ${shop.session.id} and state in ('booked', 'redeemed')`.execute(
    db,
  );
  const left = sessionCapacity - (rows[0]?.n ?? 0);
  assertTrue(left >= 0, "more was sold than there is");
  await setLeastNumber(db, shop.seller_id, 1);
  const last = new StripeTestBuyer(simulation.app.server, shop);
  const one = ticketLine(shop.event, 1);
  const takesOne = async () => (await last.post("/my/cart/modify", { add: [one] })).status === 200;
  for (let index = 1; index <= left; index++)
    assertTrue(await takesOne(), `ticket ${index} of ${left} could not be reserved`);
  assertTrue(!(await takesOne()), "one more than there are was held");
};

/** An absent payer is charged once per term, at most the announced amount, and only after the announcement. */
const assertChargesAnnounced = async ({ db, shop, members }: SimulatedShop): Promise<void> => {
  if (!members) return;
  const { rows } = await sql<object>`
    select a.membership_id, a.announced_amount, sum(p.amount) as paid, count(*) as times
    from auto_renewal a
    join cart c on c.seller_id = a.seller_id and c.channel_id = 'auto_renew'
    join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id and t.handler_data ->> 'renews_id' = a.membership_id::text
    join payment p on p.seller_id = c.seller_id and p.cart_id = c.id and p.state = 'captured' and p.refunded = 0
    where a.seller_id = ${shop.seller_id} group by a.seller_id, a.membership_id
    having count(distinct p.id) > 1 or max(p.amount) > coalesce(a.announced_amount, 0) or min(p.created_at) <= a.announced_at`.execute(
    db,
  );
  assertTrue(rows.length === 0, `a term was charged that was not announced like this: ${JSON.stringify(rows)}`);
};

/** A term is renewed manually or automatically, never both, even if it is free. */
const assertRenewedOnce = async ({ db, shop, members }: SimulatedShop): Promise<void> => {
  if (!members) return;
  const { rows } = await sql<object>`
    select t.handler_data ->> 'renews_id' as renewed, count(distinct c.id) as times from ticket t
    join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
    where t.seller_id = ${shop.seller_id} and t.state in ('booked', 'redeemed') and t.handler_data ->> 'renews_id' is not null
    group by 1 having count(distinct c.id) filter (where c.channel_id = 'auto_renew') > 0 and count(distinct c.id) > 1`.execute(
    db,
  );
  assertTrue(rows.length === 0, `terms were renewed by hand and by us: ${JSON.stringify(rows)}`);
};

/** After the job has run, the provider only has cards that will still be used. */
const assertKeptCardsUsed = async (simulation: SimulatedShop): Promise<void> => {
  const { db, shop, members } = simulation;
  if (!members) return;
  await sql`update payment_method_removal set next_at = '2020-01-01' where seller_id = ${shop.seller_id} and removed_at is null`.execute(
    db,
  );
  await simulation.deletePaymentMethods();
  const used = await db
    .selectFrom("auto_renewal as a")
    .innerJoin("payment as p", (join) =>
      join.onRef("p.seller_id", "=", "a.seller_id").onRef("p.id", "=", "a.payment_id"),
    )
    .select("p.provider_ref")
    .where("a.seller_id", "=", shop.seller_id)
    .where("a.state", "=", "scheduled")
    .execute();
  const { state } = simulation.app.double;
  const wanted = new Set(used.map(({ provider_ref }) => state.intents.get(provider_ref ?? "")?.customer));
  for (const { customer, card } of simulation.intents) {
    const keptCard = card === null ? undefined : state.cards.get(card);
    if (!keptCard || keptCard.customer === null) continue;
    assertTrue(
      wanted.has(keptCard.customer),
      `the provider keeps ${keptCard.id} of ${customer}, which nothing is paid with`,
    );
  }
};
