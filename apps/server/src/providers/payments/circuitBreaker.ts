import { Refused } from "../../errors/refused.ts";
import type { PaymentGateway } from "./paymentGateway.ts";

export type CircuitBreakerOptions = {
  /** So many troubles in a row open it. */
  readonly failureThreshold: number;
  /** For so long nobody is asked; then one asks, for all. */
  readonly openSeconds: number;
  /** Milliseconds, for tests. */
  readonly clock?: () => number;
};

/** Each trouble may be a whole deadline long: five in a row are no accident, and ten seconds no sale is lost over. */
const defaultOptions: CircuitBreakerOptions = { failureThreshold: 5, openSeconds: 10 };

/** The provider could not be reached, was too busy or had trouble of its own; whatever else it says, it is there. */
const isProviderFailure = (error: unknown): boolean => error instanceof Refused && error.code === "unavailable";

/**
 * Whether a provider is there, as each server sees it for itself. After some troubles in a row nobody waits for it any
 * more: everybody is refused at once with the time after which it is worth asking, and one after the other asks for all.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #clock: () => number;
  #failures = 0;
  #openUntil = 0;
  #isProbing = false;

  constructor(options: CircuitBreakerOptions = defaultOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  async run<R>(call: () => Promise<R>, isFailure: (answer: R) => boolean = () => false): Promise<R> {
    const isOpen = this.#failures >= this.#options.failureThreshold;
    const wait = this.#openUntil - this.#clock();
    if (isOpen && (wait > 0 || this.#isProbing)) {
      const retry_after = Math.max(1, Math.ceil(wait / 1000));
      throw new Refused({ code: "unavailable", context: "payment", extra: { retry_after } });
    }
    if (isOpen) this.#isProbing = true;
    try {
      const answer = await call();
      this.#record(isFailure(answer));
      return answer;
    } catch (error) {
      this.#record(isProviderFailure(error));
      throw error;
    } finally {
      if (isOpen) this.#isProbing = false;
    }
  }

  #record(hasFailed: boolean): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (this.#failures >= this.#options.failureThreshold)
      this.#openUntil = this.#clock() + this.#options.openSeconds * 1000;
  }
}

/** The same gateway behind a breaker. */
export const withCircuitBreaker = (gateway: PaymentGateway, breaker: CircuitBreaker): PaymentGateway => ({
  id: gateway.id,
  // Its own trouble ends an attempt at once (stripe.ts), and is trouble all the same.
  authorize: (charge) =>
    breaker.run(
      () => gateway.authorize(charge),
      (status) => status.status === "failed" && status.code === "api_error",
    ),
  capture: (payment) => breaker.run(() => gateway.capture(payment)),
  void: (payment) => breaker.run(() => gateway.void(payment)),
  findStatus: (payment) => breaker.run(() => gateway.findStatus(payment)),
  findSavedMethod: (payment) => breaker.run(async () => gateway.findSavedMethod?.(payment)),
  deleteSavedMethod: (method) => breaker.run(async () => gateway.deleteSavedMethod?.(method)),
  deleteMethodOfPayment: (payment) => breaker.run(async () => gateway.deleteMethodOfPayment?.(payment)),
  refund: (refund) => breaker.run(() => gateway.refund(refund)),
  fetchUpdate: (sellerId, event) => breaker.run(async () => gateway.fetchUpdate?.(sellerId, event)),
  listRefunds: (payment) => breaker.run(async () => gateway.listRefunds?.(payment) ?? []),
  fetchUpdatesSince: (sellerId, since) => breaker.run(async () => gateway.fetchUpdatesSince?.(sellerId, since) ?? []),
});
