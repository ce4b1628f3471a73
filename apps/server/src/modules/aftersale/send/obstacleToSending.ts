import type { ChangeObstacle } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { BuyerActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import { sendingObstacle } from "@foyer/rules/aftersale/judgeSending.ts";
import type { JudgedTicket } from "../../cart/change/judgeOrderTickets.ts";

/** Why a ticket of an order cannot be sent on to somebody else; null if it can. */
export const obstacleToSending = (
  { start_datetime, session_cancelled: cancelled, timezone: zone, policy, ...ticket }: JudgedTicket,
  by: { readonly actor: BuyerActor; readonly now: Temporal.Instant },
): ChangeObstacle | null =>
  sendingObstacle(
    { ...ticket, session: start_datetime === null ? null : { start_datetime, cancelled }, zone },
    policy,
    by,
  );
