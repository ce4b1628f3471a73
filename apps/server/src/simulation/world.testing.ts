import { sql } from "kysely";
import type { Cart } from "@foyer/contract/cart.ts";
import type { Shop } from "../db/testShop.ts";
import { sellerFinder } from "../http/sellers.ts";
import { providerClock } from "../outside/payments/stripeObjects.testing.ts";
import { releaseExpired } from "../jobs/releaseExpired.ts";
import { sendMail } from "../jobs/sendMail.ts";
import { watchProvider } from "../modules/checkout/watch.ts";
import { forgetDue } from "../modules/renewals/forgetMethods.ts";
import { findMethodsToForget } from "../modules/renewals/forgetMethods.sql.ts";
import { renewDue } from "../modules/renewals/renewDue.ts";
import type { Said } from "../testApp.ts";
import type { MadeUser } from "../testMembers.ts";
import { StripeBuyer, webhookSecret, type StripeApp } from "../testStripe.ts";
import type { Membership } from "./memberWorld.testing.ts";
import { Random } from "./random.ts";

/** Somebody with a browser, and the carts that they were told of. */
export type Actor = { readonly name: string; readonly buyer: StripeBuyer; carts: Cart[]; user?: MadeUser | undefined };
/** What an answer said, which has to stay true. */
export type Promised = { readonly order_id: string; readonly cart_id: string; readonly total: string };

export type SimulatedShop = {
  readonly shop: Shop;
  readonly giftCards: readonly string[];
  readonly members?: Membership;
};

/** The hour of a simulated house: all its connections follow it. */
export class Clock {
  #seconds = 0;
  constructor(app: StripeApp) {
    const told = new WeakMap<object, number>();
    const follow = (client: { query(text: string): Promise<unknown> }) => {
      if (told.get(client) === this.seconds) return;
      told.set(client, this.seconds);
      client.query(`set app.clock = '${this.seconds} seconds'`).catch(() => told.delete(client));
    };
    app.server.connections.pool.on("acquire", follow);
  }
  get seconds(): number {
    return this.#seconds;
  }
  /** The provider lives in the same hour. */
  set seconds(seconds: number) {
    this.#seconds = seconds;
    providerClock.ahead = seconds;
  }
}

/** One shop with few places, few buyers and a provider of cards, and all that may happen to them. */
export class World {
  readonly app: StripeApp;
  readonly shop: Shop;
  readonly random: Random;
  readonly clock: Clock;
  readonly actors: readonly Actor[];
  readonly promised: Promised[] = [];
  /** Gift cards that anybody may pay with, by number. */
  readonly giftCards: readonly string[];
  /** Promo codes; the second can be used but twice. */
  readonly codes = ["TENOFF", "RARE"] as const;
  /** What was done, for whoever has to find out why. */
  readonly trace: string[] = [];
  /** Some worlds have members, most have none. */
  readonly members: Membership | undefined;
  readonly #hooks: { payload: string; header: string }[] = [];

  constructor(app: StripeApp, { shop, giftCards, members }: SimulatedShop, clock: Clock, seed: number) {
    this.members = members;
    this.giftCards = giftCards;
    this.app = app;
    this.shop = shop;
    this.clock = clock;
    this.random = new Random(seed);
    this.actors = ["ada", "ben", "cleo"].map((name) => ({ name, buyer: new StripeBuyer(app.server, shop), carts: [] }));
  }

  get db() {
    return this.app.server.db;
  }
  someone(): Actor {
    return this.random.one(this.actors) as Actor;
  }
  cartOf(actor: Actor): Cart | undefined {
    return this.random.one(actor.carts);
  }

  /** Notes an answer. A mishap at the provider may be told as 503, nothing may be told as 500. */
  heard(what: string, said: Said): Said {
    const code = said.body?._data?.[0]?._code ?? "";
    this.trace.push(`${what} → ${said.status} ${code}`.trim());
    if (said.status >= 500 && said.status !== 503) throw new Error(`${what} was answered with ${said.status}`);
    return said;
  }
  /** The cart as an answer shows it takes the place of what was known. */
  learn(actor: Actor, said: Said): void {
    const cart: Cart | undefined = said.status === 200 ? said.body.cart?._data?.[0] : undefined;
    if (cart) actor.carts = [...actor.carts.filter(({ id }) => id !== cart.id), cart];
  }
  promise(cart_id: string, said: Said): void {
    for (const order of said.status === 200 ? (said.body.ticket_order?._data ?? []) : [])
      this.promised.push({ order_id: order.id, cart_id, total: order.ticket_order_fees[0].total_after_fees_price });
  }

  get intents() {
    return [...this.app.double.books.intents.values()].filter(
      ({ metadata }) => metadata.seller_id === this.shop.seller_id,
    );
  }
  intentsIn(status: string) {
    return this.intents.filter((intent) => intent.status === status);
  }

  /** The provider tells of one of its objects: now, later, or more than once. */
  keepHook(type: string, object: object): void {
    this.#hooks.push(this.app.double.hook(type, object, webhookSecret));
  }
  async deliverHook(): Promise<void> {
    const hook = this.random.one(this.#hooks);
    if (!hook) return;
    const { statusCode } = await this.app.server.app.inject({
      method: "POST",
      url: `/_hooks/stripe/${this.shop.slug}`,
      payload: hook.payload,
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": hook.header },
    });
    this.trace.push(`hook → ${statusCode}`);
    if (statusCode >= 500 && statusCode !== 503) throw new Error(`a hook was answered with ${statusCode}`);
  }

  async jobs(): Promise<void> {
    await releaseExpired(this.db);
    await this.app.settle();
    await this.app.hear();
    const { connections } = this.app.server;
    await sendMail({
      connections,
      origin: this.app.outside.origin,
      findSeller: sellerFinder(this.db, 0),
      transport: undefined,
      log: { warn: () => undefined },
    });
  }

  /** The job of renewals, for this house alone: those before it came to rest in an hour of their own. */
  async renewals(): Promise<void> {
    const { connections } = this.app.server;
    const seller = await sellerFinder(this.db, 0)(this.shop.slug);
    if (!seller) throw new Error("The shop is gone.");
    const error = (fields: object) => {
      throw new Error(JSON.stringify(fields));
    };
    const log = { info: () => undefined, warn: () => undefined, error };
    await renewDue({ db: connections.of(seller.id), seller, outside: this.app.outside, log });
  }

  /** The job that has the provider forget what nothing is paid with any more. */
  async forget(): Promise<void> {
    const { connections } = this.app.server;
    const seller = await sellerFinder(this.db, 0)(this.shop.slug);
    if (!seller) throw new Error("The shop is gone.");
    await findMethodsToForget(this.db);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    await forgetDue({ db: connections.of(seller.id), seller, outside: this.app.outside, log });
  }

  /** The provider is asked what it gave back: hooks that never came are not needed. */
  async watch(): Promise<void> {
    const { connections } = this.app.server;
    const seller = await sellerFinder(this.db, 0)(this.shop.slug);
    if (!seller) throw new Error("The shop is gone.");
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    await watchProvider({ db: connections.of(seller.id), seller, outside: this.app.outside, log }, 0);
  }

  /** Everything that may go on its own goes to its end: banks decide, debits clear, holds run out. */
  async quiet(): Promise<void> {
    for (const intent of this.intentsIn("requires_action")) this.app.double.books.decide(intent.id, false);
    for (const intent of this.intentsIn("processing")) this.app.double.books.clear(intent.id, this.random.happens(0.5));
    if (this.members) await this.termsEnd();
    this.clock.seconds += 2 * 60 * 60;
    for (let turn = 0; turn < 5; turn++) {
      await this.jobs();
      // What comes to nothing leaves its buyer some minutes to try again.
      this.clock.seconds += 10 * 60;
    }
    await this.watch();
    await this.jobs();
  }

  /** Days go by, and what renews itself is told, charged, tried again and given up. */
  async termsEnd(): Promise<void> {
    for (let day = 0; day < 3; day++) {
      this.clock.seconds += 30 * 60 * 60;
      await this.renewals();
      await this.jobs();
    }
  }

  /** Carts of this shop that still hold something without an order, with their payments. */
  async held(): Promise<object[]> {
    const { rows } = await sql<object>`
      select c.id, c.state, c.version, c.expires_at - app_now() as expires_in, c.paying_until, count(*)::int as tickets,
        (select json_agg(json_build_object('state', p.state, 'version', p.cart_version, 'failure', p.failure, 'ref', p.provider_ref))
          from payment p where p.seller_id = c.seller_id and p.cart_id = c.id) as payments
      from cart c join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')
      where c.seller_id = ${this.shop.seller_id} group by c.seller_id, c.id`.execute(this.db);
    return rows;
  }
}
