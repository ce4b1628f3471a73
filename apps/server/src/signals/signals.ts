import { signal } from "./signal.ts";

// Every text in a message is one of a fixed set chosen by the code: never an id, a slug or anything that was sent.

/** A request was refused with a code of the contract's error catalogue. */
export const refusals = signal<{ readonly code: string }>("refusal");

/** A cart was created or changed; `tickets` were added. */
export const holds = signal<{ readonly tickets: number }>("hold");

/** Paid carts have become orders. */
export const purchases = signal<{ readonly orders: number }>("purchase");

/** A batch is about to run. `waitSeconds` is how long its first job has waited. */
export const batches = signal<{ readonly batch: string; readonly size: number; readonly waitSeconds: number }>("batch");

/** The queue for expensive work with this name has changed. */
export const lanes = signal<{ readonly lane: string; readonly busy: number; readonly waiting: number }>("lane");

/** A queue for expensive work refused a job. */
export const laneRefusals = signal<{ readonly lane: string }>("lane-refusal");

export type BreakerEvent = "opened" | "closed" | "refused";

/** A circuit breaker has opened or closed, or refused a call while it was open. */
export const breakers = signal<{ readonly gateway: string; readonly event: BreakerEvent }>("breaker");

/** A job will run at this interval. */
export const plannedJobs = signal<{ readonly job: string; readonly everySeconds: number }>("job-planned");

/** A job has ended. */
export const endedJobs = signal<{ readonly job: string; readonly seconds: number; readonly hasFailed: boolean }>(
  "job-ended",
);
