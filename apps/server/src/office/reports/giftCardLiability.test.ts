import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "@foyer/contract/office/money/reports.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { sampledToday } from "../../../../../scripts/sampling.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { DeskClerk } from "../../../test/office/deskShop.ts";
import { recoverAfterRestart } from "../../../test/process/recoverAfterRestart.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  type TestOrder,
} from "../../../test/orders/changedOrders.ts";
import { closeDaysOf } from "../../../test/orders/journalDays.ts";
import { rewriteJournal } from "../../../test/orders/rewriteJournal.ts";
import { venueContext } from "../../../test/orders/venueChanges.ts";
import { createGiftCardEvent, holdGiftCards } from "../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../test/payments/splitPayments.ts";
import type { TestEvent, TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { Random } from "../../../test/simulation/random.ts";
import { endGiftCards } from "../../modules/giftcards/endGiftCards.ts";

let server: TestApp;
let secondsAhead = 0;
beforeAll(async () => {
  server = await openTestApp({ clock: () => Temporal.Now.instant().add({ seconds: secondsAhead }) });
  moveClock(server.connections, () => `${secondsAhead} seconds`);
  // Times that the database fills in by itself follow the moved clock, too: the job dates the past by them.
  await server.runAsOwner(`do $$ declare c record; begin
    for c in select table_name, column_name from information_schema.columns where table_schema = 'public' and column_default = 'now()'
    loop execute format('alter table %I alter column %I set default app_now()', c.table_name, c.column_name); end loop; end $$`);
});
afterAll(async () => {
  await recoverAfterRestart(server);
  await expectInvariants(server.db);
  await server.close();
});

const columns = ["sold", "free", "spent", "given_back", "adjusted", "voided", "ended"] as const;
type Column = (typeof columns)[number];
type Day = { opening: number; closing: number } & Record<Column, number>;
/** What an action changes the liability by, and in which column that belongs; null if nothing was left to act on. */
type Action = (history: History) => Promise<Column | null>;
type Sold = { readonly order: TestOrder; readonly number: number; readonly buyer: SplitPaymentBuyer; left: string[] };
type CardRow = { readonly id: string; readonly number: string; readonly balance: number; readonly state: string };

/** A seller whose gift cards are used at random. */
class History {
  readonly random: Random;
  readonly shop: TestShop;
  readonly event: TestEvent;
  readonly today: () => Temporal.PlainDate;
  owner: OfficeBrowser;
  readonly orders: Sold[] = [];
  readonly bought: Sold[] = [];

  constructor(random: Random, shop: TestShop, event: TestEvent, owner: OfficeBrowser, today: History["today"]) {
    [this.random, this.shop, this.event, this.owner, this.today] = [random, shop, event, owner, today];
  }

  cards(): Promise<CardRow[]> {
    return server.db
      .selectFrom("ledger_account")
      .select(["id", "number", "balance", "state"])
      .where("seller_id", "=", this.shop.seller_id)
      .orderBy("number")
      .execute() as Promise<CardRow[]>;
  }
  /** A card that can pay now. */
  async usable(): Promise<CardRow | undefined> {
    const { rows } = await sql<CardRow>`select id, number, balance, state from ledger_account
      where seller_id = ${this.shop.seller_id}::uuid and state = 'active' and balance > 0
        and (valid_to is null or valid_to > ${nowText()}::timestamptz) order by number`.execute(server.db);
    return this.random.pick(rows);
  }
  /** The sum of all balances, and of what is reserved for payments in progress. */
  async worth(): Promise<number> {
    const { rows } = await sql<{ worth: number }>`select ((
      select coalesce(sum(balance), 0) from ledger_account where seller_id = ${this.shop.seller_id}::uuid) + (
      select coalesce(-sum(d.amount), 0) from ledger_entry d
      where d.seller_id = ${this.shop.seller_id}::uuid and d.kind = 'debit' and not exists (
        select from ledger_entry e where e.seller_id = d.seller_id and e.payment_id = d.payment_id and e.kind in ('capture', 'release'))
      ))::int as worth`.execute(server.db);
    return rows[0]?.worth ?? 0;
  }
  async change(card: CardRow, what: string, more: object): Promise<boolean> {
    const { version } = (await this.owner.get(`/gift_cards/${card.id}`)).body;
    const reply = await this.owner.post(`/gift_cards/${card.id}/${what}`, { version, reason: "Chance", ...more });
    return reply.status === 200;
  }
}

const nowText = (): string => Temporal.Now.instant().add({ seconds: secondsAhead }).toString();
const soldOf = (buyer: SplitPaymentBuyer, reply: Parameters<typeof orderOf>[0]): Sold => {
  const order = orderOf(reply);
  return { order, buyer, number: Number(reply.body.ticket_order._data[0].order_number), left: [...order.tickets] };
};

const actions: readonly (readonly [weight: number, act: Action])[] = [
  [
    3,
    async ({ random, shop, event, bought }) => {
      const face_value = toDecimal(random.integer(1000, 20_000), "USD");
      const { buyer, cart } = await holdGiftCards(server, shop, event, { type: 1, face_value });
      expect((await buyer.pay(cart, cards.good)).status).toBe(200);
      bought.push(soldOf(new SplitPaymentBuyer(server, shop, buyer.cookie), await buyer.checkOut(cart)));
      return "sold";
    },
  ],
  [
    3,
    async ({ random, owner, today }) => {
      const last_day = today()
        .add({ days: random.integer(0, 2) })
        .toString();
      const amount = toDecimal(random.integer(100, 9000), "USD");
      const card = { quantity: 1, amount, reason: "Press", ...(random.chance(0.6) && { last_day }) };
      expect((await owner.post("/gift_cards", card)).status).toBe(200);
      return "free";
    },
  ],
  [
    5,
    async (history) => {
      const card = await history.usable();
      if (!card) return null;
      const { random, shop } = history;
      const buyer = new SplitPaymentBuyer(server, shop);
      const quantity = random.integer(1, 3);
      const cart = await buyer.hold(quantity);
      const byCard = Math.min(card.balance, random.chance(0.5) ? 2000 * quantity : random.integer(1, 2000 * quantity));
      const rest = 2000 * quantity - byCard;
      const paid = await buyer.payWith(cart, giftCardTender(card, byCard), ...(rest > 0 ? [cardTender(rest)] : []));
      // A rest that is too small for a card is refused.
      if (paid.status === 422) return null;
      expect(paid.status).toBe(200);
      // Left there, the money stays reserved over midnight.
      if (random.chance(0.2)) return "spent";
      history.orders.push(soldOf(buyer, await buyer.checkOut(cart)));
      return "spent";
    },
  ],
  [
    3,
    async ({ random, orders }) => {
      const sold = random.pick(orders.filter(({ left }) => left.length > 0));
      const ticket = sold?.left.pop();
      if (!sold || ticket === undefined) return null;
      expect((await cancelTickets(sold.buyer, sold.order, [ticket])).status).toBe(200);
      return "given_back";
    },
  ],
  [
    3,
    async ({ random, orders, owner }) => {
      const sold = random.pick(orders);
      if (!sold) return null;
      const clerk = new DeskClerk(owner, sold.number);
      await clerk.look();
      const to = random.chance(0.3) ? "gift_card" : "same_means";
      const amount = toDecimal(random.integer(1, 2500), "USD");
      const reply = await clerk.post("refund", { amount, to, reason: "Goodwill" });
      expect([200, 409, 422]).toContain(reply.status);
      if (reply.status !== 200) return null;
      // A new card is issued without a sale.
      return to === "gift_card" ? "free" : "given_back";
    },
  ],
  [
    2,
    async ({ random, bought }) => {
      const sold = random.pick(bought.filter(({ left }) => left.length > 0));
      if (!sold) return null;
      // Refused once something was spent.
      const reply = await cancelTickets(sold.buyer, sold.order, sold.left);
      if (reply.status === 200) sold.left = [];
      return "voided";
    },
  ],
  [
    3,
    async (history) => {
      const card = history.random.pick(await history.cards());
      const amount = history.random.integer(1, 3000) * (history.random.chance(0.5) ? 1 : -1);
      return card && (await history.change(card, "adjust", { amount: toDecimal(amount, "USD") })) ? "adjusted" : null;
    },
  ],
  [
    2,
    async (history) => {
      const card = await history.usable();
      return card && (await history.change(card, "void", {})) ? "voided" : null;
    },
  ],
  [
    2,
    async (history) => {
      const card = history.random.pick((await history.cards()).filter(({ state }) => state === "inactive"));
      return card && (await history.change(card, "restore", {})) ? "voided" : null;
    },
  ],
  [
    1,
    async (history) => {
      const card = await history.usable();
      return card && (await history.change(card, "replace", { to: null })) ? "adjusted" : null;
    },
  ],
  [
    3,
    async (history) => {
      const card = history.random.pick(await history.cards());
      const last_day = history
        .today()
        .add({ days: history.random.integer(0, 2) })
        .toString();
      return card && (await history.change(card, "end", { last_day })) ? "ended" : null;
    },
  ],
  [
    3,
    async ({ shop }) => {
      await endGiftCards(await venueContext(server, shop));
      return "ended";
    },
  ],
];

const emptyDay = (opening: number): Day => ({
  opening,
  ...(Object.fromEntries(columns.map((name) => [name, 0])) as Record<Column, number>),
  closing: opening,
});

const zones = ["America/New_York", "Europe/London", "Australia/Sydney", "Pacific/Auckland", "America/Havana"];
const cases = zones.flatMap((timezone, nth) => [1, 2].map((run) => [timezone, 31 * nth + run] as const));

describe("the liability of gift cards by day", () => {
  test.each(sampledToday(cases, 2))(
    "equals the sum of balances at each midnight of %s and what happened, however it is read: history %i",
    async (timezone, seed) => {
      secondsAhead = 0;
      const random = new Random(seed);
      const change = Temporal.Now.zonedDateTimeISO(timezone).getTimeZoneTransition("next");
      if (!change) throw new Error(`The clocks of ${timezone} do not change.`);
      const first = change.toPlainDate().subtract({ days: 2 });
      const shop = await createChangeShop(
        server,
        everyChange,
        { sessions: [{ inDays: 400, capacity: -1 }] },
        { timezone },
      );
      const event = await createGiftCardEvent(server, shop);
      await recordPrices(server, shop);
      let today = first;
      const history = new History(random, shop, event, await signedIn(server, shop, ["owner"]), () => today);
      const days = new Map<string, Day>();
      let worth = 0;
      for (let n = 0; n < 5; n++) {
        today = first.add({ days: n });
        const day = emptyDay(worth);
        days.set(today.toString(), day);
        for (const plainTime of ["00:00:05", "01:30", "03:30", "12:00", "23:59"]) {
          if (!random.chance(0.7)) continue;
          const moment = today.toZonedDateTime({ timeZone: timezone, plainTime }).toInstant();
          secondsAhead = Math.ceil(Temporal.Now.instant().until(moment).total("seconds"));
          history.owner = await signedIn(server, shop, ["owner"]);
          for (let k = 0; k < 4; k++) {
            const column = await random.pickWeighted(actions)(history);
            const now = await history.worth();
            if (column === null) expect(now).toBe(worth);
            else day[column] += now - worth;
            worth = now;
          }
        }
        day.closing = worth;
      }
      const span = `from=${first.toString()}&to=${today.toString()}`;
      const report = async (query: string): Promise<readonly (readonly [string, Day])[]> => {
        const { body } = await readReportNow(history.owner, `/reports/gift_cards?${query}`);
        const { rows, columns: names } = body as Report;
        return rows.map(({ key, values }) => [
          key ?? "",
          Object.fromEntries(
            names.map(({ name }, nth) => [name, Math.round(Number(values[nth]) * 100)]),
          ) as unknown as Day,
        ]);
      };
      const expected = [...days];
      expect(worth).toBeGreaterThan(0);
      expect(await report(`${span}&by=day`)).toEqual(expected);
      for (const [name, day] of expected.slice(1, 3))
        expect(await report(`from=${name}&to=${name}&by=day`)).toEqual([[name, day]]);

      secondsAhead += 5 * 86_400;
      history.owner = await signedIn(server, shop, ["owner"]);
      // Providers date refunds by their own clock, which did not move.
      await server.runAsOwner(`set app.seller = '*'; update payment_audit a set occurred_on = r.updated_at from refund r
        where a.seller_id = '${shop.seller_id}' and r.seller_id = '${shop.seller_id}'
          and r.payment_id = a.payment_id and r.provider_ref = a.provider_ref`);
      await rewriteJournal(server, shop);
      expect(await report(`${span}&by=day`), "written again by the job").toEqual(expected);
      expect(await closeDaysOf(server, shop)).toBeGreaterThan(0);
      expect(await report(`${span}&by=day`), "after the days were summed").toEqual(expected);
    },
  );
});
