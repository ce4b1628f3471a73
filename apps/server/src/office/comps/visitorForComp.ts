import { randomBytes } from "node:crypto";
import { flagDefaults } from "@foyer/contract/flags.ts";
import { newOrderedId } from "../../db/newId.ts";
import type { RequestContext, Visitor } from "../../http/requestContext.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

const refuseSession = (): never => {
  throw new Error("A comp has no session");
};

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
  return {
    seller,
    db,
    providers,
    log,
    clientAddress,
    isBehindUnnamedProxy,
    now,
    visitor,
    captcha: undefined,
    flags: flagDefaults,
    ensureVisitor: () => visitor,
    startSession: refuseSession,
    endSession: refuseSession,
  };
};
