import { Refused } from "../../http/refused.ts";
import type { PaymentGateway } from "./payments.ts";

export type BreakerBounds = {
  /** So many troubles in a row open it. */
  readonly most: number;
  /** For so long nobody is asked; then one asks, for all. */
  readonly seconds: number;
  /** Milliseconds, for tests. */
  readonly clock?: () => number;
};

/** Each trouble may be a whole deadline long: five in a row are no accident, and ten seconds no sale is lost over. */
const usual: BreakerBounds = { most: 5, seconds: 10 };

/** The provider could not be reached, was too busy or had trouble of its own; whatever else it says, it is there. */
const isTrouble = (error: unknown): boolean => error instanceof Refused && error.code === "unavailable";

/**
 * Whether a provider is there, as each server sees it for itself. After some troubles in a row nobody waits for it any
 * more: everybody is refused at once with the time after which it is worth asking, and one after the other asks for all.
 */
export class Breaker {
  readonly #bounds: BreakerBounds;
  readonly #clock: () => number;
  #troubles = 0;
  #until = 0;
  #asking = false;

  constructor(bounds: BreakerBounds = usual) {
    this.#bounds = bounds;
    this.#clock = bounds.clock ?? (() => performance.now());
  }

  async run<R>(ask: () => Promise<R>, isBad: (answer: R) => boolean = () => false): Promise<R> {
    const open = this.#troubles >= this.#bounds.most;
    const wait = this.#until - this.#clock();
    if (open && (wait > 0 || this.#asking)) {
      const retry_after = Math.max(1, Math.ceil(wait / 1000));
      throw new Refused({ code: "unavailable", context: "payment", extra: { retry_after } });
    }
    if (open) this.#asking = true;
    try {
      const answer = await ask();
      this.#note(isBad(answer));
      return answer;
    } catch (error) {
      this.#note(isTrouble(error));
      throw error;
    } finally {
      if (open) this.#asking = false;
    }
  }

  #note(trouble: boolean): void {
    this.#troubles = trouble ? this.#troubles + 1 : 0;
    if (this.#troubles >= this.#bounds.most) this.#until = this.#clock() + this.#bounds.seconds * 1000;
  }
}

/** The same gateway behind a breaker. */
export const guarded = (gateway: PaymentGateway, breaker: Breaker): PaymentGateway => ({
  id: gateway.id,
  // Its own trouble ends an attempt at once (stripe.ts), and is trouble all the same.
  authorize: (charge) =>
    breaker.run(
      () => gateway.authorize(charge),
      (standing) => standing.status === "failed" && standing.code === "api_error",
    ),
  capture: (payment) => breaker.run(() => gateway.capture(payment)),
  void: (payment) => breaker.run(() => gateway.void(payment)),
  find: (payment) => breaker.run(() => gateway.find(payment)),
  kept: (payment) => breaker.run(async () => gateway.kept?.(payment)),
  forget: (method) => breaker.run(async () => gateway.forget?.(method)),
  forgetKeptOf: (payment) => breaker.run(async () => gateway.forgetKeptOf?.(payment)),
  refund: (given) => breaker.run(() => gateway.refund(given)),
  news: (sellerId, heard) => breaker.run(async () => gateway.news?.(sellerId, heard)),
  refundsOf: (payment) => breaker.run(async () => gateway.refundsOf?.(payment) ?? []),
  newsSince: (sellerId, since) => breaker.run(async () => gateway.newsSince?.(sellerId, since) ?? []),
});
