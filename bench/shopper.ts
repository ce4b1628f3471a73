import { modifyCart, type Cart, type CartReply } from "@foyer/contract/shop/cart.ts";
import { checkoutAsGuest, payCart, savePurchaser, type CheckoutReply } from "@foyer/contract/shop/checkout.ts";
import { cancelOrderTickets } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { BenchServer } from "./benchServer.ts";
import { encodeRequest, type HttpAnswer, type Connection } from "./connection.ts";
import { holdRequest } from "./hold.ts";
import type { StockItem, Stock } from "./seedStock.ts";

export type PlacedOrder = {
  readonly order_id: string;
  readonly tickets: number;
  readonly cart_id: string;
  readonly ticket_ids: readonly string[];
};

/** A response that no buyer should get. */
export class UnexpectedAnswer extends Error {
  readonly status: number;
  constructor(request: string, { status, body }: Pick<HttpAnswer, "status" | "body">) {
    super(`${request} got status ${status}: ${body.toString().slice(0, 300)}`);
    this.name = "UnexpectedAnswer";
    this.status = status;
  }
}

let shopperCount = 0;
/** From 198.18.0.0/15, which is reserved for benchmarks (RFC 2544). The server's limits by address treat it as public. */
const clientAddress = (index: number): string => `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;

/**
 * A new visitor who buys as the page does, with a cookie and a client address of their own, as a proxy forwards it.
 * Several may share one connection, as they do behind a proxy.
 */
export class Shopper {
  readonly #server: BenchServer;
  readonly #stock: Stock;
  #connection: Connection;
  readonly #index = shopperCount++;
  #cookie: string | undefined;

  constructor(server: BenchServer, stock: Stock, connection: Connection) {
    this.#server = server;
    this.#stock = stock;
    this.#connection = connection;
  }

  /** As `name=value`; undefined before the first reply. */
  get cookie(): string | undefined {
    return this.#cookie;
  }

  /** Continues over another connection. */
  over(connection: Connection): this {
    this.#connection = connection;
    return this;
  }

  async #send(path: string, body: object): Promise<HttpAnswer> {
    const headers = {
      "X-Forwarded-For": clientAddress(this.#index),
      ...(this.#cookie !== undefined && { Cookie: this.#cookie }),
    };
    const answer = await this.#connection.send(encodeRequest(this.#server.url, { path, body, headers }));
    this.#cookie ??= /^set-cookie: ([^;\r]+)/im.exec(answer.head)?.[1];
    return answer;
  }

  /** Undefined if sold out. */
  async hold(line: StockItem, quantity: number): Promise<Cart | undefined> {
    const { path, body } = holdRequest(this.#stock, line, quantity);
    const answer = await this.#send(path, body);
    if (answer.status === 409) return undefined;
    if (answer.status !== 200) throw new UnexpectedAnswer("A hold", answer);
    const [cart] = (JSON.parse(answer.body.toString()) as CartReply).cart._data;
    if (!cart) throw new UnexpectedAnswer("A hold without a cart", answer);
    return cart;
  }

  /** Saves the purchaser, pays and places the order. */
  async buy(cart: Cart): Promise<PlacedOrder> {
    const identity = { first_name: "Ada", last_name: "Lovelace", email: `ada${this.#index}@example.org` };
    const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
    await this.#step(savePurchaser.path, cart, { identity });
    await this.#step(payCart.path, cart, [
      { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: { card } },
    ]);
    const answer = await this.#step(checkoutAsGuest.path, cart, { identity });
    const { outcome, ticket_order, ticket } = JSON.parse(answer.body.toString()) as CheckoutReply;
    const [order] = ticket_order._data;
    if (outcome !== "completed" || !order) throw new UnexpectedAnswer("A checkout without an order", answer);
    const ticket_ids = ticket._data.map(({ id }) => id);
    return { order_id: order.id, tickets: ticket_ids.length, cart_id: cart.id, ticket_ids };
  }

  /** Cancels a whole order. */
  async cancel({ order_id, ticket_ids }: PlacedOrder): Promise<void> {
    const path = cancelOrderTickets.path.replace(":ticket_order_id", order_id);
    const tickets = ticket_ids.map((ticket_id) => ({ ticket_id }));
    const answer = await this.#send(`/api${path}?_seller=${this.#stock.slug}`, { tickets });
    if (answer.status !== 200) throw new UnexpectedAnswer("A cancellation", answer);
  }

  /**
   * Moves a whole order to another session at the same price. Returns false if that session is full; the order then
   * stays as it was.
   */
  async move({ cart_id, order_id, ticket_ids }: PlacedOrder, { type, session }: StockItem): Promise<boolean> {
    const path = `/api${modifyCart.path.replace(":cart_id", cart_id)}?_seller=${this.#stock.slug}`;
    const add = ticket_ids.map(() => ({ event_session_id: session, ticket_type_id: type }));
    const answer = await this.#send(path, { ticket_order_id: order_id, remove: ticket_ids, add });
    if (answer.status === 409 && answer.body.includes("event_session_sold_out")) return false;
    if (answer.status !== 200) throw new UnexpectedAnswer("A change", answer);
    const [change] = (JSON.parse(answer.body.toString()) as CartReply).cart._data;
    if (!change) throw new UnexpectedAnswer("A change without a cart", answer);
    await this.#step(payCart.path, change, [{ gateway_id: "free", amount: "0.00" }]);
    const done = await this.#step(checkoutAsGuest.path, change, {});
    const { outcome } = JSON.parse(done.body.toString()) as CheckoutReply;
    if (outcome !== "completed") throw new UnexpectedAnswer("A change that was not completed", done);
    return true;
  }

  async #step(path: string, { id }: Cart, body: object): Promise<HttpAnswer> {
    const called = path.replace(":cart_id", id);
    const answer = await this.#send(`/api${called}?_seller=${this.#stock.slug}`, body);
    if (answer.status !== 200) throw new UnexpectedAnswer(called, answer);
    return answer;
  }
}
