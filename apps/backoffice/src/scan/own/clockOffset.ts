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
