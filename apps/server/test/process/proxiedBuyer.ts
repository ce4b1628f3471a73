import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { applicationHeader, idempotencyHeader } from "@foyer/contract/endpoint.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { ada, cards } from "../shop/testBuyer.ts";
import { ticketLine } from "../shop/ticketLine.ts";

// Tests read bodies without types; the server validates each reply against the contract.
// oxlint-disable-next-line typescript/no-explicit-any
export type ProxiedAnswer = { readonly status: number; readonly body: any };
type Sent = { readonly body?: unknown; readonly key?: string };

/** An outage, or an earlier attempt of the same request that is still in progress or whose server has only just died. */
const isForNow = ({ status, body }: ProxiedAnswer): boolean =>
  status >= 500 || body._data?.[0]?._code === "request_in_progress";

/**
 * A buyer behind a proxy. Like the storefront, its browser repeats a request that got no answer or a temporary refusal,
 * with the same key.
 */
export class ProxiedBuyer {
  readonly #origin: string;
  readonly shop: TestShop;
  readonly #address: string;
  #cookie = "";
  /** How often a request had to be repeated. */
  repeats = 0;

  constructor(origin: string, shop: TestShop, address: string) {
    this.#origin = origin;
    this.shop = shop;
    this.#address = address;
  }

  async #once(path: string, { body, key }: Sent): Promise<ProxiedAnswer> {
    const answer = await fetch(`${this.#origin}/api${path}?_seller=${this.shop.slug}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "content-type": "application/json",
        [applicationHeader.name]: applicationHeader.value,
        "x-forwarded-for": this.#address,
        ...(this.#cookie && { cookie: this.#cookie }),
        ...(key !== undefined && { [idempotencyHeader]: key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const [cookie] = answer.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(";")[0] ?? "";
    return { status: answer.status, body: await answer.json() };
  }

  async #untilAnswered(path: string, sent: Sent): Promise<ProxiedAnswer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#once(path, sent).catch((error: unknown) => {
        if (attempt >= 60) throw error;
        return undefined;
      });
      if (answer && (!isForNow(answer) || attempt >= 60)) return answer;
      this.repeats += 1;
      await sleep(200);
    }
  }

  get(path: string): Promise<ProxiedAnswer> {
    return this.#untilAnswered(path, {});
  }
  post(path: string, body: unknown): Promise<ProxiedAnswer> {
    return this.#untilAnswered(path, { body, key: randomBytes(18).toString("base64url") });
  }

  hold(quantity: number): Promise<ProxiedAnswer> {
    return this.post("/my/cart/modify", { add: [ticketLine(this.shop.event, quantity)] });
  }
  pay(cart: Cart, card: string = cards.good): Promise<ProxiedAnswer> {
    return this.post(`/my/cart/${cart.id}/pay`, [
      {
        gateway_id: "test",
        amount: cart.outstanding_balance,
        gateway_data: { card: { number: card, expiry: "12/40", cvc: "123" } },
      },
    ]);
  }
  checkOut(cart: Cart): Promise<ProxiedAnswer> {
    return this.post(`/my/cart/${cart.id}/guest_checkout`, { identity: ada });
  }
}
