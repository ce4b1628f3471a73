import { useState } from "react";

/**
 * Does one thing after the other, and nothing more while it is held: codes that are scanned while another is being judged
 * wait until somebody has seen its answer.
 */
export class Turns {
  #waiting: (() => Promise<void>)[] = [];
  #isBusy = false;
  #isHeld = false;

  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    void this.#goOn();
  }
  get isBusy(): boolean {
    return this.#isBusy || this.#waiting.length > 0;
  }
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    void this.#goOn();
  }
  async #goOn(): Promise<void> {
    if (this.#isBusy || this.#isHeld) return;
    const work = this.#waiting.shift();
    if (!work) return;
    this.#isBusy = true;
    try {
      await work();
    } finally {
      this.#isBusy = false;
      void this.#goOn();
    }
  }
}

export const useTurns = (): Turns => useState(() => new Turns())[0];
