import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { TestShop } from "./createTestShop.ts";
import { ticketLine } from "./ticketLine.ts";
import type { TestResponse, TestApp } from "../app/testApp.ts";

export const ada = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" };
export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000000000000002",
  noFunds: "4000000000009995",
  wrongCvc: "4000000000000127",
  requiresAction: "4000000000003220",
  clearsLater: "4000000000000077",
  neverClears: "4000000000000093",
} as const;

/** A visitor with a browser who buys at a shop. */
export class TestBuyer {
  readonly #server: TestApp;
  readonly shop: TestShop;
  cookie = "";
  /** The buyer's IP address. */
  clientAddress = "127.0.0.1";

  constructor(server: TestApp, shop: TestShop, cookie = "") {
    this.#server = server;
    this.shop = shop;
    this.cookie = cookie;
  }

  #keepCookie(response: TestResponse): TestResponse {
    const set = response.headers["set-cookie"];
    const first = Array.isArray(set) ? String(set[0]) : typeof set === "string" ? set : undefined;
    if (first) this.cookie = first.split(";")[0] ?? "";
    return response;
  }
  get #requestOptions() {
    return { remoteAddress: this.clientAddress, ...(this.cookie && { headers: { cookie: this.cookie } }) };
  }
  async post(path: string, body: unknown): Promise<TestResponse> {
    return this.#keepCookie(await this.#server.post(this.shop.slug, `/api${path}`, body, this.#requestOptions));
  }
  async get(path: string): Promise<TestResponse> {
    return this.#keepCookie(await this.#server.get(this.shop.slug, `/api${path}`, this.#requestOptions));
  }

  /** Requests tickets of the shop's event in a new cart; returns the reply, which may be a refusal. */
  requestTickets(quantity: number): Promise<TestResponse> {
    return this.post("/my/cart/modify", { add: [ticketLine(this.shop.event, quantity)] });
  }
  async hold(quantity = 2, type = this.shop.type.id, seats: readonly string[] = []): Promise<Cart> {
    const { body } = await this.post("/my/cart/modify", {
      add: [
        {
          event_template_id: this.shop.event.id,
          event_session_id: this.shop.session.id,
          ticket_types_required: [
            { ticket_type_id: type, quantity, ...(seats.length > 0 && { seat_template_ids: seats }) },
          ],
        },
      ],
    });
    return body.cart._data[0];
  }
  pay(cart: Cart, card: string, amount = cart.outstanding_balance): Promise<TestResponse> {
    return this.post(`/my/cart/${cart.id}/pay`, [
      { gateway_id: "test", amount, gateway_data: { card: { number: card, expiry: "12/40", cvc: "123" } } },
    ]);
  }
  resumePayment(cart: Cart, payment_id: string): Promise<TestResponse> {
    return this.post(`/my/cart/${cart.id}/pay`, [
      { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: { payment_id } },
    ]);
  }
  payFree(cart: Cart): Promise<TestResponse> {
    return this.post(`/my/cart/${cart.id}/pay`, [{ gateway_id: "free", amount: "0" }]);
  }
  savePurchaser(cart: Cart, identity: object = ada): Promise<TestResponse> {
    return this.post(`/my/cart/${cart.id}/purchaser`, { identity });
  }
  checkOut(cart: Cart, body: object = { identity: ada }): Promise<TestResponse> {
    return this.post(`/my/cart/${cart.id}/guest_checkout`, body);
  }
  /** Reserves, pays and checks out; returns the last reply. */
  async buy(quantity = 2): Promise<TestResponse> {
    const cart = await this.hold(quantity);
    await this.pay(cart, cards.good);
    return this.checkOut(cart);
  }
}

/** Records every price as the catalogue import does; an invariant compares tickets with these records. */
export const recordPrices = async (server: TestApp, shop: TestShop): Promise<void> => {
  const types = await server.db.selectFrom("ticket_type").selectAll().where("seller_id", "=", shop.seller_id).execute();
  await server.db
    .insertInto("price_log")
    .values(
      types.map((type) => ({
        seller_id: type.seller_id,
        ticket_type_id: type.id,
        amount: type.currency_amount,
        amount_min: type.currency_amount_min,
        amount_max: type.currency_amount_max,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute();
};
