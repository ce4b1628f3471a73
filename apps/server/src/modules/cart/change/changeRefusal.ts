import type { ChangeObstacle } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { Refused } from "../../../errors/refused.ts";

/** The refusal to change a ticket. For anything else that the policy does not allow, buyers have to contact the venue. */
export const changeRefusal = (
  obstacle: ChangeObstacle | null,
  description = "Please contact us to change your tickets.",
): Refused => {
  if (obstacle === "redeemed" || obstacle === "cancelled")
    return new Refused({ code: "ticket_state_incorrect", context: "order" });
  if (obstacle === "past" || obstacle === "past_horizon")
    return new Refused({ code: "tickets_too_old", context: "order" });
  return new Refused({ code: "access_denied", context: "order", description });
};
