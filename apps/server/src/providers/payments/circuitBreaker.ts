import { Refused } from "../../errors/refused.ts";
import { breakers, type BreakerEvent } from "../../signals/signals.ts";
import { tracedCall } from "../../signals/tracing.ts";
import type { PaymentGateway } from "./paymentGateway.ts";
import { TooManyCalls, type RefundPace } from "./refundPace.ts";

export type CircuitBreakerOptions = {
  /** The number of consecutive failures that open it. */
  readonly failureThreshold: number;
  /** How long every call is refused; then one call is let through as a probe. */
  readonly openSeconds: number;
  /** The gateway whose calls these are, for metrics. */
  readonly gateway?: string;
  /** The current time in milliseconds; for tests. */
  readonly clock?: () => number;
};

/** Each failure may take a whole timeout. Five in a row are no coincidence, and ten seconds cost no sale. */
export const defaultBreaker: CircuitBreakerOptions = { failureThreshold: 5, openSeconds: 10 };

/** Whether the provider could not be reached, was too busy or failed. Any other error shows that it is available. */
const isProviderFailure = (error: unknown): boolean => error instanceof Refused && error.code === "unavailable";

/**
 * Stops calling a failing provider, separately in each server. After several consecutive failures every call is refused
 * at once with the seconds to wait, until a single probe succeeds.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #clock: () => number;
  #failures = 0;
  #openUntil = 0;
  #isProbing = false;

  constructor(options: CircuitBreakerOptions = defaultBreaker) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  async run<R>(
    call: () => Promise<R>,
    isFailure: (answer: R) => boolean = () => false,
    isOutage: (error: unknown) => boolean = isProviderFailure,
  ): Promise<R> {
    const isOpen = this.#failures >= this.#options.failureThreshold;
    const wait = this.#openUntil - this.#clock();
    if (isOpen && (wait > 0 || this.#isProbing)) {
      this.#report("refused");
      const retry_after = Math.max(1, Math.ceil(wait / 1000));
      throw new Refused({ code: "unavailable", context: "payment", extra: { retry_after } });
    }
    if (isOpen) this.#isProbing = true;
    try {
      const answer = await call();
      this.#record(isFailure(answer));
      return answer;
    } catch (error) {
      this.#record(isOutage(error));
      throw error;
    } finally {
      if (isOpen) this.#isProbing = false;
    }
  }

  #record(hasFailed: boolean): void {
    const { failureThreshold } = this.#options;
    const wasOpen = this.#failures >= failureThreshold;
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    const isOpen = this.#failures >= failureThreshold;
    if (isOpen !== wasOpen) this.#report(isOpen ? "opened" : "closed");
    if (isOpen) this.#openUntil = this.#clock() + this.#options.openSeconds * 1000;
  }

  #report(event: BreakerEvent): void {
    breakers.emit({ gateway: this.#options.gateway ?? "other", event });
  }
}

const isOutageOfRefunds = (error: unknown): boolean => isProviderFailure(error) && !(error instanceof TooManyCalls);

/** The gateway with every call going through the breaker, and refunds at the provider's pace. */
export const withCircuitBreaker = (
  gateway: PaymentGateway,
  breaker: CircuitBreaker,
  pace: RefundPace,
): PaymentGateway => {
  const run = <R>(name: string, call: () => Promise<R>, isFailure?: (answer: R) => boolean): Promise<R> =>
    breaker.run(() => tracedCall(gateway.id, name, call), isFailure);
  // Hundreds of refunds of a bulk job wait for the provider, and refuse no buyer's payment.
  const runPaced = <R>(name: string, call: () => Promise<R>): Promise<R> =>
    pace.run(() => breaker.run(() => tracedCall(gateway.id, name, call), undefined, isOutageOfRefunds));
  const { payouts } = gateway;
  return {
    id: gateway.id,
    ...(payouts && {
      payouts: {
        list: (sellerId, since) => run("list payouts", () => payouts.list(sellerId, since)),
        readRows: (sellerId, payout) => run("read payout", () => payouts.readRows(sellerId, payout)),
      },
    }),
    // A failure at the provider ends an attempt without an exception, but counts as one.
    authorize: (charge) =>
      run(
        "authorize",
        () => gateway.authorize(charge),
        (status) => status.status === "failed" && status.code === "api_error",
      ),
    capture: (payment) => run("capture", () => gateway.capture(payment)),
    void: (payment) => run("void", () => gateway.void(payment)),
    findStatus: (payment) => run("find status", () => gateway.findStatus(payment)),
    // Not counted by the breaker: this only queries, and a payment continues without its answer.
    findFingerprint: (offer) =>
      tracedCall(gateway.id, "find fingerprint", async () => gateway.findFingerprint?.(offer)),
    findSavedMethod: (payment) => run("find method", async () => gateway.findSavedMethod?.(payment)),
    deleteSavedMethod: (method) => run("delete method", async () => gateway.deleteSavedMethod?.(method)),
    deleteMethodOfPayment: (payment) => run("delete method", async () => gateway.deleteMethodOfPayment?.(payment)),
    refund: (refund) => runPaced("refund", () => gateway.refund(refund)),
    fetchUpdate: (sellerId, event) => run("fetch update", async () => gateway.fetchUpdate?.(sellerId, event)),
    listRefunds: (payment) => runPaced("list refunds", async () => gateway.listRefunds?.(payment) ?? []),
    fetchDisputeUpdate: (sellerId, dispute) =>
      run("fetch dispute", async () => gateway.fetchDisputeUpdate?.(sellerId, dispute)),
    fetchUpdatesSince: (sellerId, since) =>
      run("fetch updates", async () => gateway.fetchUpdatesSince?.(sellerId, since) ?? []),
  };
};
