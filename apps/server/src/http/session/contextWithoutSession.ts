import { flagDefaults } from "@foyer/contract/flags.ts";
import type { RequestContext, Visitor } from "../requestContext.ts";

type OfBrowser = "visitor" | "captcha" | "flags" | "ensureVisitor" | "startSession" | "endSession";

const refuseSession = (): never => {
  throw new Error("This visitor is not in a browser, so there is no session to start or end");
};

/** For a context without a client. */
export const noClient = { clientAddress: "", isBehindUnnamedProxy: false } as const;

/** The request context in which the server itself acts for a visitor. */
export const contextWithoutSession = (ctx: Omit<RequestContext, OfBrowser>, visitor: Visitor): RequestContext => ({
  ...ctx,
  visitor,
  captcha: undefined,
  flags: flagDefaults,
  ensureVisitor: () => visitor,
  startSession: refuseSession,
  endSession: refuseSession,
});
