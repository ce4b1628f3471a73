import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { providerClock } from "../payments/stripeObjects.ts";
import { releaseExpiredHolds } from "../../src/jobs/releaseExpiredHolds.ts";
import { sendQueuedEmails } from "../../src/jobs/emails/sendQueuedEmails.ts";
import type { CheckoutJobContext } from "../../src/modules/checkout/context.ts";
import { reconcileProvider } from "../../src/modules/checkout/reconcile/reconcileProvider.ts";
import { forgetDueMethods } from "../../src/modules/renewals/methods/forgetDueMethods.ts";
import { queueMethodsToForget } from "../../src/modules/renewals/methods/forgetMethods.sql.ts";
import { renewDueMemberships } from "../../src/modules/renewals/renewDueMemberships.ts";
import type { TestResponse } from "../app/testApp.ts";
import type { TestUser } from "../accounts/members.ts";
import { StripeTestBuyer, webhookSecret, type StripeTestApp } from "../payments/stripeApp.ts";
import type { SimulatedMembership } from "./memberSetup.ts";
import type { SimulatedHall } from "./seatSetup.ts";
import type { SimulatedSales } from "./saleSetup.ts";
import { Random } from "./random.ts";
import { moveClock } from "../database/moveClock.ts";

/** A buyer with a browser and their carts. */
export type Actor = {
  readonly name: string;
  readonly buyer: StripeTestBuyer;
  carts: Cart[];
  user?: TestUser | undefined;
};
/** An order that a reply confirmed, which must stay true. */
export type PromisedOrder = {
  readonly order_id: string;
  readonly cart_id: string;
  readonly total: string;
  /** Opens the order without the buyer's session. */
  readonly token: string;
};

export type SimulationSetup = {
  readonly shop: TestShop;
  readonly giftCards: readonly string[];
  readonly members?: SimulatedMembership;
  readonly hall?: SimulatedHall;
  readonly sales?: SimulatedSales;
};

/** The simulation's clock, which all its connections use. */
export class SimulatedClock {
  #seconds = 0;
  constructor(app: StripeTestApp) {
    moveClock(app.server.connections, () => `${this.seconds} seconds`);
  }
  get seconds(): number {
    return this.#seconds;
  }
  /** The provider uses the same clock. */
  set seconds(seconds: number) {
    this.#seconds = seconds;
    providerClock.offsetSeconds = seconds;
  }
}

/** A shop with little capacity, a few buyers and a card provider. */
export class SimulatedShop {
  readonly app: StripeTestApp;
  readonly shop: TestShop;
  readonly random: Random;
  readonly clock: SimulatedClock;
  readonly actors: readonly Actor[];
  readonly promised: PromisedOrder[] = [];
  /** Numbers of gift cards that every buyer can use. */
  readonly giftCards: readonly string[];
  /** Promo codes; the second has two uses. */
  readonly codes = ["TENOFF", "RARE"] as const;
  /** The actions so far, for the report of a failure. */
  readonly trace: string[] = [];
  /** Undefined in simulations without members. */
  readonly members: SimulatedMembership | undefined;
  /** Undefined in simulations without seats. */
  readonly hall: SimulatedHall | undefined;
  /** Undefined in simulations without gift cards, donations and payment plans. */
  readonly sales: SimulatedSales | undefined;
  readonly #webhooks: { payload: string; header: string }[] = [];

  constructor(
    app: StripeTestApp,
    { shop, giftCards, members, hall, sales }: SimulationSetup,
    clock: SimulatedClock,
    seed: number,
  ) {
    this.members = members;
    this.hall = hall;
    this.sales = sales;
    this.giftCards = giftCards;
    this.app = app;
    this.shop = shop;
    this.clock = clock;
    this.random = new Random(seed);
    this.actors = ["ada", "ben", "cleo"].map((name) => ({
      name,
      buyer: new StripeTestBuyer(app.server, shop),
      carts: [],
    }));
  }

  get db() {
    return this.app.server.db;
  }
  randomActor(): Actor {
    return this.random.pick(this.actors) as Actor;
  }
  randomCartOf(actor: Actor): Cart | undefined {
    return this.random.pick(actor.carts);
  }

  /** Records a reply. A failure of the provider may cause a 503; a 500 is always an error. */
  record(what: string, response: TestResponse): TestResponse {
    const code = response.body?._data?.[0]?._code ?? "";
    this.trace.push(`${what} → ${response.status} ${code}`.trim());
    if (response.status >= 500 && response.status !== 503)
      throw new Error(`${what} was answered with ${response.status}`);
    return response;
  }
  /** Replaces the known state of a cart by a reply. */
  updateCart(actor: Actor, response: TestResponse): void {
    const cart: Cart | undefined = response.status === 200 ? response.body.cart?._data?.[0] : undefined;
    if (cart) actor.carts = [...actor.carts.filter(({ id }) => id !== cart.id), cart];
  }
  /** Stores the first reply about an order: of its own cart, or of a change of it. */
  rememberOrder(response: TestResponse): void {
    const orders = response.status === 200 ? (response.body.ticket_order?._data ?? []) : [];
    for (const { id, cart_id, token, ticket_order_fees } of orders)
      if (!this.promised.some(({ order_id }) => order_id === id))
        this.promised.push({ order_id: id, cart_id, total: ticket_order_fees[0].total_after_fees_price, token });
  }

  get intents() {
    return [...this.app.double.state.intents.values()].filter(
      ({ metadata }) => metadata.seller_id === this.shop.seller_id,
    );
  }
  intentsIn(status: string) {
    return this.intents.filter((intent) => intent.status === status);
  }

  /** Sends a webhook: now, later, or more than once. */
  queueWebhook(type: string, object: object): void {
    this.#webhooks.push(this.app.double.webhook(type, object, webhookSecret));
  }
  async deliverWebhook(): Promise<void> {
    const webhook = this.random.pick(this.#webhooks);
    if (!webhook) return;
    const { statusCode } = await this.app.server.app.inject({
      method: "POST",
      url: `/_hooks/stripe/${this.shop.slug}`,
      payload: webhook.payload,
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": webhook.header },
    });
    this.trace.push(`hook → ${statusCode}`);
    if (statusCode >= 500 && statusCode !== 503) throw new Error(`a hook was answered with ${statusCode}`);
  }

  async runJobs(): Promise<void> {
    await releaseExpiredHolds(this.db);
    await this.app.settle();
    await this.app.processWebhooks();
    const { connections } = this.app.server;
    await sendQueuedEmails({
      connections,
      origin: this.app.providers.origin,
      findSeller: sellerFinder(this.db, 0),
      transport: undefined,
      log: { warn: () => undefined },
    });
  }

  /** The renewal job for this simulation only: earlier ones had other clocks. */
  async runRenewals(): Promise<void> {
    const { connections } = this.app.server;
    const seller = await sellerFinder(this.db, 0)(this.shop.slug);
    if (!seller) throw new Error("The shop is gone.");
    const error = (fields: object) => {
      throw new Error(JSON.stringify(fields));
    };
    const log = { info: () => undefined, warn: () => undefined, error };
    await renewDueMemberships({ db: connections.forSeller(seller.id), seller, providers: this.app.providers, log });
  }

  /** The job that deletes unused payment methods at the provider. */
  async deletePaymentMethods(): Promise<void> {
    const { connections } = this.app.server;
    const seller = await sellerFinder(this.db, 0)(this.shop.slug);
    if (!seller) throw new Error("The shop is gone.");
    await queueMethodsToForget(this.db);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    await forgetDueMethods({ db: connections.forSeller(seller.id), seller, providers: this.app.providers, log });
  }

  /** The context of the venue's use cases. A provider that does not answer is not an error: the jobs ask it again. */
  async venueContext(): Promise<CheckoutJobContext> {
    const seller = await sellerFinder(this.db, 0)(this.shop.slug);
    if (!seller) throw new Error("The shop is gone.");
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    return { db: this.app.server.connections.forSeller(seller.id), seller, providers: this.app.providers, log };
  }

  /** Reconciles refunds with the provider, so lost webhooks do not matter. */
  async reconcile(): Promise<void> {
    const { connections } = this.app.server;
    const seller = await sellerFinder(this.db, 0)(this.shop.slug);
    if (!seller) throw new Error("The shop is gone.");
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    await reconcileProvider({ db: connections.forSeller(seller.id), seller, providers: this.app.providers, log }, 0);
  }

  /** Completes everything that is pending: banks decide, debits clear, holds expire. */
  async settleEverything(): Promise<void> {
    for (const intent of this.intentsIn("requires_action")) this.app.double.state.completeChallenge(intent.id, false);
    for (const intent of this.intentsIn("processing"))
      this.app.double.state.settleDebit(intent.id, this.random.chance(0.5));
    if (this.members) await this.passTermEnds();
    this.clock.seconds += 2 * 60 * 60;
    for (let round = 0; round < 5; round++) {
      await this.runJobs();
      // A failed payment leaves its buyer some minutes to retry.
      this.clock.seconds += 10 * 60;
    }
    await this.reconcile();
    await this.runJobs();
  }

  /** Skips days, in which renewals are announced, charged, retried and given up. */
  async passTermEnds(): Promise<void> {
    for (let day = 0; day < 3; day++) {
      this.clock.seconds += 30 * 60 * 60;
      await this.runRenewals();
      await this.runJobs();
    }
  }

  /** Partly paid carts with a payment plan. */
  async findPartPaidCarts(): Promise<readonly string[]> {
    const rows = await this.db
      .selectFrom("cart")
      .select("id")
      .where("seller_id", "=", this.shop.seller_id)
      .where("state", "=", "pending")
      .where("part_paid", "=", true)
      .orderBy("cart_number")
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Carts of this shop that still hold tickets without an order, with their payments. */
  async findHeldCarts(): Promise<object[]> {
    const { rows } = await sql<object>`
      select c.id, c.state, c.version, c.expires_at - app_now() as expires_in, c.leased_until, count(*)::int as tickets,
        (select json_agg(json_build_object('state', p.state, 'version', p.cart_version, 'failure', p.failure, 'ref', p.provider_ref))
          from payment p where p.seller_id = c.seller_id and p.cart_id = c.id) as payments
      from cart c join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')
      where c.seller_id = ${this.shop.seller_id} group by c.seller_id, c.id`.execute(this.db);
    return rows;
  }
}
