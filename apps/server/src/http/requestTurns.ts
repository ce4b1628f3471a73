import type { FastifyRequest } from "fastify";
import { FairSlots, type FairSlotsLimits } from "../db/connection/fairSlots.ts";
import { Refused } from "../errors/refused.ts";
import { requestedSlug } from "./hosts/requestedSlug.ts";

type TurnLimits = FairSlotsLimits & {
  /** If only one seller has had requests for this long, its requests do not wait for turns. */
  readonly aloneAfterMs: number;
};

/**
 * The number of requests that start in one turn of the event loop, of all sellers and of one. The others wait for later
 * turns.
 */
export const turnLimits: TurnLimits = {
  slots: 4,
  slotsOfOne: 3,
  waiting: 20_000,
  waitingOfOne: 15_000,
  waitMs: 10_000,
  aloneAfterMs: 1_000,
};

/**
 * Starts requests in turn by seller. During a rush, requests arrive together. If they started on arrival, they would
 * block the process until all of them are done, and a request of another seller would wait behind them.
 */
export const requestTurns = (limits = turnLimits): ((request: FastifyRequest) => Promise<void>) => {
  const turns = new FairSlots(limits, () => new Refused({ code: "unavailable" }));
  let lastSlug: string | undefined;
  let mixedUntil = 0;
  return async (request) => {
    const slug = requestedSlug(request) ?? "";
    const now = performance.now();
    if (slug !== lastSlug) mixedUntil = now + limits.aloneAfterMs;
    lastSlug = slug;
    if (now >= mixedUntil && turns.waiting === 0) return;
    const end = await turns.take(slug);
    setImmediate(end);
  };
};
