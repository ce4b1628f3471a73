import type { FastifyRequest } from "fastify";
import { FairSlots, type FairSlotsLimits } from "../db/connection/fairSlots.ts";
import { Refused } from "../errors/refused.ts";
import { requestedSlug } from "./hosts/requestedSlug.ts";

type TurnLimits = FairSlotsLimits & {
  /** A seller whose requests alone came for so long does not wait for turns: there is nobody to wait for. */
  readonly aloneAfterMs: number;
};

/** How many requests begin in one turn of the event loop, of all sellers and of one; the others wait for the next turns. */
export const turnLimits: TurnLimits = {
  slots: 4,
  slotsOfOne: 3,
  waiting: 20_000,
  waitingOfOne: 15_000,
  waitMs: 10_000,
  aloneAfterMs: 1_000,
};

/**
 * Lets requests begin seller by seller, in turn. Those of a rush arrive together: begun as they come, they would keep the
 * process for as long as all of them take, and a request of another seller would wait behind them.
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
