import { Refused } from "../errors/refused.ts";

type LaneLimits = {
  /** Jobs that run at the same time. */
  readonly concurrency: number;
  /** Jobs that may wait; the next one is refused at once. */
  readonly maxWaiting: number;
  /** A job that waited this long is refused. */
  readonly maxWaitMs: number;
};

/**
 * A queue for expensive work: runs a few jobs at a time in the order of arrival, lets some wait, and refuses the rest
 * with `unavailable`. Cheap requests are answered meanwhile.
 */
export class Lane {
  readonly #limits: LaneLimits;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#waitForSlot();
    try {
      return await work();
    } finally {
      // The oldest waiting job takes over the slot.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  #waitForSlot(): Promise<void> | void {
    if (this.#busy < this.#limits.concurrency) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.maxWaiting) throw new Refused({ code: "unavailable" });
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(new Refused({ code: "unavailable" }));
      }, this.#limits.maxWaitMs);
      this.#waiting.push(start);
    });
  }
}
