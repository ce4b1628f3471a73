import type { Cart, CartReply } from "@foyer/contract/shop/cart.ts";
import { checkoutAsGuest, payCart, savePurchaser, type CheckoutReply } from "@foyer/contract/shop/checkout.ts";
import type { BenchServer } from "./benchServer.ts";
import { encodeRequest, type HttpAnswer, type Connection } from "./connection.ts";
import { holdRequest } from "./hold.ts";
import type { StockItem, Stock } from "./seedStock.ts";

export type PlacedOrder = { readonly order_id: string; readonly tickets: number };

/** An answer that no buyer should get. */
export class UnexpectedAnswer extends Error {
  readonly status: number;
  constructor(request: string, { status, body }: Pick<HttpAnswer, "status" | "body">) {
    super(`${request} was answered ${status}: ${body.toString().slice(0, 300)}`);
    this.name = "Unwanted";
    this.status = status;
  }
}

let shopperCount = 0;
/** Of 198.18.0.0/15, which is kept for measuring (RFC 2544): the shop takes it for addresses of the world, and counts by it what one address holds and tries. */
const clientAddress = (index: number): string => `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;

/**
 * Somebody whom nobody knew before, who buys as the page does: with a cookie of their own, and from an address of their
 * own, as the proxy in front of the shop says it. Several may come through one connection, as they do from a proxy.
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

  /** Undefined: there is none left. */
  async hold(line: StockItem, quantity: number): Promise<Cart | undefined> {
    const { path, body } = holdRequest(this.#stock, line, quantity);
    const answer = await this.#send(path, body);
    if (answer.status === 409) return undefined;
    if (answer.status !== 200) throw new UnexpectedAnswer("A hold", answer);
    const [cart] = (JSON.parse(answer.body.toString()) as CartReply).cart._data;
    if (!cart) throw new UnexpectedAnswer("A hold without a cart", answer);
    return cart;
  }

  /** The purchaser is kept, the money promised, the order made. */
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
    const asked = path.replace(":cart_id", id);
    const answer = await this.#send(`/api${asked}?_seller=${this.#stock.slug}`, body);
    if (answer.status !== 200) throw new UnexpectedAnswer(asked, answer);
    return answer;
  }
}
