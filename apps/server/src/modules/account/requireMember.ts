import type { RequestContext, Visitor } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";

/** The visitor, fully logged in. A limited session is asked to log in fully (`step_up_required`). */
export const requireMember = ({ visitor }: Pick<RequestContext, "visitor">): Visitor => {
  if (visitor?.role === "member") return visitor;
  const code = visitor?.strength === "limited" ? "step_up_required" : "not_authorized";
  throw new Refused({ code, context: "account" });
};
