import type { Cart, CartReply } from "@foyer/contract/shop/cart.ts";
import { checkoutAsGuest, payCart, savePurchaser, type CheckoutReply } from "@foyer/contract/shop/checkout.ts";
import type { BenchServer } from "./benchServer.ts";
import { encodeRequest, type HttpAnswer, type Connection } from "./connection.ts";
import { holdRequest } from "./hold.ts";
import type { StockItem, Stock } from "./seedStock.ts";

export type PlacedOrder = { readonly order_id: string; readonly tickets: number };

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
/** From 198.18.0.0/15, which is reserved for benchmarks (RFC 2544): the server's limits by address treat it as public. */
const clientAddress = (index: number): string => `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;

/**
 * A new visitor who buys as the page does, with a cookie and a client address of their own, as a proxy passes it on.
 * Several may share one connection, as they do behind a proxy.
 */
export class Shopper {
  readonly #server: BenchServer;
  readonly #stock: Stock;
  readonly #connection: Connection;
  readonly #index = shopperCount++;
  #cookie: string | undefined;

  constructor(server: BenchServer, stock: Stock, connection: Connection) {
    this.#server = server;
    this.#stock = stock;
    this.#connection = connection;
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

  /** Undefined: sold out. */
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
    return { order_id: order.id, tickets: ticket._data.length };
  }

  async #step(path: string, { id }: Cart, body: object): Promise<HttpAnswer> {
    const called = path.replace(":cart_id", id);
    const answer = await this.#send(`/api${called}?_seller=${this.#stock.slug}`, body);
    if (answer.status !== 200) throw new UnexpectedAnswer(called, answer);
    return answer;
  }
}
