import { Refused } from "../errors/refused.ts";
import { laneRefusals, lanes } from "../signals/signals.ts";

type LaneLimits = {
  /** The number of jobs that run at the same time. */
  readonly concurrency: number;
  /** The number of jobs that may wait; further ones are refused at once. */
  readonly maxWaiting: number;
  /** The time after which a waiting job is refused. */
  readonly maxWaitMs: number;
};

/**
 * A queue for expensive work: runs a few jobs at a time in order of arrival, lets some wait, and refuses the rest with
 * `unavailable`. Cheap requests are served meanwhile.
 */
export class Lane {
  readonly #name: string;
  readonly #limits: LaneLimits;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  /** `name` identifies the lane in metrics. */
  constructor(name: string, limits: LaneLimits) {
    this.#name = name;
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
      this.#report();
    }
  }

  #waitForSlot(): Promise<void> | void {
    if (this.#busy < this.#limits.concurrency) {
      this.#busy += 1;
      return this.#report();
    }
    if (this.#waiting.length >= this.#limits.maxWaiting) throw this.#refusal();
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        this.#report();
        reject(this.#refusal());
      }, this.#limits.maxWaitMs);
      this.#waiting.push(start);
      this.#report();
    });
  }

  #report(): void {
    lanes.emit({ lane: this.#name, busy: this.#busy, waiting: this.#waiting.length });
  }

  #refusal(): Refused {
    laneRefusals.emit({ lane: this.#name });
    return new Refused({ code: "unavailable" });
  }
}
