import type { Cart } from "@foyer/contract/cart.ts";
import { MembershipOrdered } from "@foyer/contract/level.ts";
import type { CodeInCart } from "@foyer/rules/codesAtWork.ts";
import type { CodeRow } from "../codes/code.ts";
import type { TicketOfCart } from "./ticketsOfCarts.ts";

/** What a cart's membership is bought for. With a gift's code at work it is the present that somebody was given. */
export const membershipActionIn = (
  tickets: readonly Pick<TicketOfCart, "handler" | "handler_data">[],
  codes: readonly (Pick<CodeRow, "is_gift"> & Pick<CodeInCart, "at_work">)[],
): Cart["membership_action"] => {
  const ticket = tickets.find(({ handler }) => handler === "membership");
  if (!ticket) return null;
  const { data } = MembershipOrdered.safeParse(ticket.handler_data);
  const action = data?.action ?? "buy";
  return action === "buy" && codes.some(({ is_gift, at_work }) => is_gift && at_work) ? "redeem" : action;
};
