import type { FastifyReply, FastifyRequest } from "fastify";
import { FairSlots } from "../../db/connection/fairSlots.ts";
import { Refused } from "../../errors/refused.ts";
import { allowSlowBody } from "./bodyClock.ts";

/** An upload is held in memory until it is answered: 27 MB each, and about twice as much while it is being read. */
const uploads = new FairSlots(
  { slots: 4, slotsOfOne: 2, waiting: 24, waitingOfOne: 6, waitMs: 10_000 },
  () => new Refused({ code: "too_many_requests", context: "staff" }),
);

/** Lets an admitted request send a large body slowly; only a few at a time, and fewer per seller. */
export const beginUpload = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const leave = await uploads.take(request.seller?.id ?? "");
  if (request.raw.destroyed || reply.raw.destroyed) {
    // The client has disconnected, so nothing else would end the request.
    leave();
    throw new Refused({ code: "unavailable" });
  }
  for (const end of ["finish", "close"]) reply.raw.once(end, leave);
  allowSlowBody(request.server.server, request.raw);
};
