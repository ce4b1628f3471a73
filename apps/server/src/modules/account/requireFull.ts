import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";

/** Whose account it is: for a guest there is none, and a member's number alone opens none (rule 30). */
export const requireFull = ({ visitor }: Pick<Ask, "visitor">): string => {
  if (visitor?.strength === "full") return visitor.identity_id;
  throw visitor?.strength === "limited"
    ? new Refused({ code: "step_up_required", context: "account" })
    : new Refused({ code: "not_authorized", context: "account" });
};
