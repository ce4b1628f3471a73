import { clockToleranceMinutes } from "@foyer/contract/office/gate/admission.ts";

/** Whether the device's clock is wrong by more than staff need not know. */
export const isWrongBy = (offset: number): boolean => Math.abs(offset) > clockToleranceMinutes * 60_000;

type Measured = {
  /** By the server's clock, at some moment between the others. */
  readonly now: string;
  /** By the device's clock: when the request was sent, and when its reply had arrived. */
  readonly before: number;
  readonly after: number;
};

/**
 * The server's clock minus the device's, in milliseconds. It stays as it was if a reply allows that, so that slow replies do
 * not shift the times of scans; less than a second is not corrected.
 */
export const clockOffset = (known: number, { now, before, after }: Measured): number => {
  const server = Date.parse(now);
  const [least, most] = [server - Math.max(before, after), server - Math.min(before, after)];
  const offset = Math.min(most, Math.max(least, known));
  return Math.abs(offset) < 1000 ? 0 : Math.round(offset);
};

/** How far the corrected clock may be behind before that counts as put back: offsets below a second are not corrected. */
const putBackMs = 2000;

/**
 * The earliest that it can be by the server's clock: the last time that the server sent, and what the page has counted
 * since. Nobody can put that counter back; it may stop while a phone sleeps.
 */
export class EarliestTime {
  #known = -Infinity;
  #countedAt = 0;
  readonly #count: () => number;

  constructor(count = () => performance.now()) {
    this.#count = count;
  }
  /** `server`: what the server last said, in milliseconds. It may have been wrong before. */
  note(server: number): void {
    this.#known = server;
    this.#countedAt = this.#count();
  }
  get now(): number {
    return this.#known + this.#count() - this.#countedAt;
  }
  /**
   * The offset of a device's clock, or a larger one if the clock was put back since the server was last heard. A clock that
   * was put forward is not told from a phone that slept.
   */
  offsetFrom(offset: number, clock: number): number {
    return clock + offset < this.now - putBackMs ? Math.round(this.now - clock) : offset;
  }
}
