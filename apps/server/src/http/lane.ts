import { Refused } from "./refused.ts";

type Limits = {
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
  readonly #limits: Limits;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      // Whoever waits longest takes over the place; else it is free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  #turn(): Promise<void> | void {
    if (this.#busy < this.#limits.atOnce) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.mostWaiting) throw new Refused({ code: "unavailable" });
    return new Promise((go, refuse) => {
      const mine = () => {
        clearTimeout(timer);
        go();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(mine), 1);
        refuse(new Refused({ code: "unavailable" }));
      }, this.#limits.waitMs);
      this.#waiting.push(mine);
    });
  }
}
