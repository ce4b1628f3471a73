import { randomBytes } from "node:crypto";
import { newOrderedId } from "../../db/newId.ts";
import { contextWithoutSession } from "../../http/session/contextWithoutSession.ts";
import type { RequestContext, Visitor } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

/** The context in which staff hold tickets for a new person: a guest whose session nobody uses. */
export const visitorForComp = (ctx: StaffContext): RequestContext => {
  const visitor: Visitor = {
    identity_id: newOrderedId(),
    role: "anonymous",
    strength: "none",
    member_id: null,
    token_hash: randomBytes(32),
    fresh: true,
  };
  const { seller, db, providers, log, clientAddress, isBehindUnnamedProxy, now } = ctx;
  return contextWithoutSession({ seller, db, providers, log, clientAddress, isBehindUnnamedProxy, now }, visitor);
};
