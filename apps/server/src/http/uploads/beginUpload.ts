import type { FastifyReply, FastifyRequest } from "fastify";
import { FairSlots } from "../../db/connection/fairSlots.ts";
import { Refused } from "../../errors/refused.ts";
import { allowSlowBody } from "./bodyClock.ts";

/** An upload is held in memory until it is answered: 27 MB each, and about twice as much while it is read. */
const uploads = new FairSlots(
  { slots: 4, slotsOfOne: 2, waiting: 24, waitingOfOne: 6, waitMs: 10_000 },
  () => new Refused({ code: "too_many_requests", context: "staff" }),
);

/** Lets a request that was admitted send a large body slowly, a few at the same time and of a seller fewer. */
export const beginUpload = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const leave = await uploads.take(request.seller?.id ?? "");
  if (request.raw.destroyed || reply.raw.destroyed) {
    // Its client is gone, and nothing would end it.
    leave();
    throw new Refused({ code: "unavailable" });
  }
  for (const end of ["finish", "close"]) reply.raw.once(end, leave);
  allowSlowBody(request.server.server, request.raw);
};
