export type FairSlotsLimits = {
  /** The number of slots that may be taken at the same time. */
  readonly slots: number;
  /** The number of slots that one key may take. */
  readonly slotsOfOne: number;
  /** The number that may wait, of all keys together and of one; the next one is refused at once. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** The time after which a waiter is refused. */
  readonly waitMs: number;
};

type Waiter = { readonly grant: () => void; readonly refuse: () => void };

/**
 * Slots for which keys wait in turn: a free slot goes to the key that has waited longest for its turn, and within a key
 * to the first that came. So a key with many waiters does not delay another. The number of waiters is limited.
 */
export class FairSlots {
  readonly #limits: FairSlotsLimits;
  readonly #refusal: () => Error;
  /** The number of slots that each key has taken. */
  readonly #taken = new Map<string, number>();
  #takenByAll = 0;
  /** Waiters by key; the first key is next. */
  readonly #waiters = new Map<string, Waiter[]>();
  #waiting = 0;

  constructor(limits: FairSlotsLimits, refusal: () => Error) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /** The number of waiters. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves with the function that returns the slot; rejects with the refusal. */
  async take(key: string): Promise<() => void> {
    if (!this.#canTake(key)) await this.#wait(key);
    else this.#count(key, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#count(key, -1);
      this.#grantNext();
    };
  }

  /** Refuses all waiters. */
  close(): void {
    const all = [...this.#waiters.values()].flat();
    for (const { refuse } of all) refuse();
  }

  #canTake(key: string): boolean {
    const { slots, slotsOfOne } = this.#limits;
    return this.#takenByAll < slots && (this.#taken.get(key) ?? 0) < slotsOfOne;
  }

  #count(key: string, change: 1 | -1): void {
    const taken = (this.#taken.get(key) ?? 0) + change;
    if (taken > 0) this.#taken.set(key, taken);
    else this.#taken.delete(key);
    this.#takenByAll += change;
  }

  #wait(key: string): Promise<void> {
    const { waiting, waitingOfOne, waitMs } = this.#limits;
    const ofKey = this.#waiters.get(key) ?? [];
    if (this.#waiting >= waiting || ofKey.length >= waitingOfOne) return Promise.reject(this.#refusal());
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        grant: () => {
          clearTimeout(timer);
          this.#count(key, 1);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          this.#remove(key, waiter);
          reject(this.#refusal());
        },
      };
      const timer = setTimeout(waiter.refuse, waitMs);
      ofKey.push(waiter);
      this.#waiters.set(key, ofKey);
      this.#waiting += 1;
    });
  }

  #remove(key: string, waiter: Waiter): void {
    const ofKey = this.#waiters.get(key) ?? [];
    const index = ofKey.indexOf(waiter);
    if (index < 0) return;
    ofKey.splice(index, 1);
    this.#waiting -= 1;
    if (ofKey.length === 0) this.#waiters.delete(key);
  }

  /** The key that gets a slot goes to the end of the queue. */
  #grantNext(): void {
    for (const [key, ofKey] of this.#waiters) {
      const [first] = ofKey;
      if (!first || !this.#canTake(key)) continue;
      this.#remove(key, first);
      if (this.#waiters.delete(key)) this.#waiters.set(key, ofKey);
      first.grant();
      return;
    }
  }
}
