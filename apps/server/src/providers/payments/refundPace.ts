import { setTimeout as sleep } from "node:timers/promises";
import { Refused } from "../../errors/refused.ts";

/** The provider has refused a call because there were too many. `seconds`: how long it asks to wait, if it says so. */
export class TooManyCalls extends Refused {
  readonly seconds: number | undefined;
  constructor(seconds?: number) {
    super({
      code: "unavailable",
      context: "payment",
      extra: seconds === undefined ? {} : { retry_after: Math.ceil(seconds) },
    });
    this.seconds = seconds;
  }
}

export type RefundPaceOptions = {
  /** The longest that a refund waits before it is left to the job that settles refunds. */
  readonly patienceMs: number;
  /** The current time in milliseconds, and a pause; for tests. */
  readonly clock: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
};

/** A buyer may be waiting for the answer. */
export const defaultPace: RefundPaceOptions = { patienceMs: 5000, clock: () => performance.now(), pause: sleep };

const shortestSeconds = 0.5;
const longestSeconds = 60;

/**
 * Sends refunds no faster than the provider takes them, separately in each server. After a refusal for too many calls, no
 * refund is sent before the moment that the provider names; without one, the wait doubles with each refusal. A refund that
 * would have to wait too long is refused without a call.
 */
export class RefundPace {
  readonly #options: RefundPaceOptions;
  #sendsAt = 0;
  #refusals = 0;

  constructor(options: RefundPaceOptions = defaultPace) {
    this.#options = options;
  }

  async run<R>(call: () => Promise<R>): Promise<R> {
    const { clock, pause, patienceMs } = this.#options;
    const giveUpAt = clock() + patienceMs;
    for (;;) {
      const now = clock();
      if (this.#sendsAt > giveUpAt) throw new TooManyCalls((this.#sendsAt - now) / 1000);
      if (this.#sendsAt > now) {
        await pause(this.#sendsAt - now);
        // Another refund may have been refused meanwhile.
        continue;
      }
      try {
        const answer = await call();
        this.#refusals = 0;
        return answer;
      } catch (error) {
        if (!(error instanceof TooManyCalls)) throw error;
        this.#wait(error.seconds);
      }
    }
  }

  #wait(asked: number | undefined): void {
    const seconds = asked ?? shortestSeconds * 2 ** this.#refusals;
    this.#refusals += 1;
    const sendsAt = this.#options.clock() + Math.min(longestSeconds, Math.max(shortestSeconds, seconds)) * 1000;
    this.#sendsAt = Math.max(this.#sendsAt, sendsAt);
  }
}
