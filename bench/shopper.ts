import type { Cart, CartReply } from "@foyer/contract/cart.ts";
import { checkoutAsGuest, payCart, savePurchaser, type CheckoutReply } from "@foyer/contract/checkout.ts";
import type { BenchServer } from "./benchServer.ts";
import { onTheWire, type Answer, type Connection } from "./connection.ts";
import { requestFor } from "./hold.ts";
import type { Line, Stock } from "./holdStock.ts";

export type Bought = { readonly order_id: string; readonly tickets: number };

/** An answer that no buyer should get. */
export class Unwanted extends Error {
  readonly status: number;
  constructor(what: string, { status, body }: Pick<Answer, "status" | "body">) {
    super(`${what} was answered ${status}: ${body.toString().slice(0, 300)}`);
    this.name = "Unwanted";
    this.status = status;
  }
}

let entered = 0;
/** Of 198.18.0.0/15, which is kept for measuring (RFC 2544): the shop takes it for addresses of the world, and counts by it what one address holds and tries. */
const addressOf = (place: number): string => `198.${18 + ((place >> 16) & 1)}.${(place >> 8) & 255}.${place & 255}`;

/**
 * Somebody whom nobody knew before, who buys as the page does: with a cookie of their own, and from an address of their
 * own, as the proxy in front of the shop says it. Several may come through one connection, as they do from a proxy.
 */
export class Shopper {
  readonly #server: BenchServer;
  readonly #stock: Stock;
  readonly #connection: Connection;
  readonly #place = entered++;
  #cookie: string | undefined;

  constructor(server: BenchServer, stock: Stock, connection: Connection) {
    this.#server = server;
    this.#stock = stock;
    this.#connection = connection;
  }

  async #ask(path: string, body: object): Promise<Answer> {
    const headers = {
      "X-Forwarded-For": addressOf(this.#place),
      ...(this.#cookie !== undefined && { Cookie: this.#cookie }),
    };
    const answer = await this.#connection.ask(onTheWire(this.#server.url, { path, body, headers }));
    this.#cookie ??= /^set-cookie: ([^;\r]+)/im.exec(answer.head)?.[1];
    return answer;
  }

  /** Undefined: there is none left. */
  async hold(line: Line, quantity: number): Promise<Cart | undefined> {
    const { path, body } = requestFor(this.#stock, line, quantity);
    const answer = await this.#ask(path, body);
    if (answer.status === 409) return undefined;
    if (answer.status !== 200) throw new Unwanted("A hold", answer);
    const [cart] = (JSON.parse(answer.body.toString()) as CartReply).cart._data;
    if (!cart) throw new Unwanted("A hold without a cart", answer);
    return cart;
  }

  /** The purchaser is kept, the money promised, the order made. */
  async buy(cart: Cart): Promise<Bought> {
    const identity = { first_name: "Ada", last_name: "Lovelace", email: `ada${this.#place}@example.org` };
    const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
    await this.#step(savePurchaser.path, cart, { identity });
    await this.#step(payCart.path, cart, [
      { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: { card } },
    ]);
    const answer = await this.#step(checkoutAsGuest.path, cart, { identity });
    const { outcome, ticket_order, ticket } = JSON.parse(answer.body.toString()) as CheckoutReply;
    const [order] = ticket_order._data;
    if (outcome !== "completed" || !order) throw new Unwanted("A checkout without an order", answer);
    return { order_id: order.id, tickets: ticket._data.length };
  }

  async #step(path: string, { id }: Cart, body: object): Promise<Answer> {
    const asked = path.replace(":cart_id", id);
    const answer = await this.#ask(`/api${asked}?_seller=${this.#stock.slug}`, body);
    if (answer.status !== 200) throw new Unwanted(asked, answer);
    return answer;
  }
}
