import { Refused } from "../errors/refused.ts";

type LaneLimits = {
  /** So many are worked on together. */
  readonly atOnce: number;
  /** More than this do not wait: they are refused at once. */
  readonly mostWaiting: number;
  /** Nobody waits longer than this for their turn. */
  readonly waitMs: number;
};

/**
 * A lane for work that costs much: a few at a time, some more waiting their turn in the order of their coming, the rest
 * refused with `unavailable`. So those who ask for little are answered while others ask for much.
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
      // Whoever waits longest takes over the place; else it is free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  #waitForSlot(): Promise<void> | void {
    if (this.#busy < this.#limits.atOnce) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.mostWaiting) throw new Refused({ code: "unavailable" });
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(new Refused({ code: "unavailable" }));
      }, this.#limits.waitMs);
      this.#waiting.push(start);
    });
  }
}
