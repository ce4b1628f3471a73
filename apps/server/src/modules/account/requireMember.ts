import type { RequestContext, Visitor } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";

/**
 * Whoever is logged in. A member's number alone opens nothing of an account: whoever showed no more is asked to log in
 * whole (T96).
 */
export const requireMember = ({ visitor }: Pick<RequestContext, "visitor">): Visitor => {
  if (visitor?.role === "member") return visitor;
  const code = visitor?.strength === "limited" ? "step_up_required" : "not_authorized";
  throw new Refused({ code, context: "account" });
};
