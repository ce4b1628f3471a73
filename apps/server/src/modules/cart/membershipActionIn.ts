import type { Cart } from "@foyer/contract/cart.ts";
import { MembershipOrdered, type MembershipAction } from "@foyer/contract/level.ts";
import type { CodeInCart } from "@foyer/rules/codesAtWork.ts";
import type { CodeRow } from "../codes/code.ts";
import type { TicketOfCart } from "./ticketsOfCarts.ts";

type Ordered = Pick<TicketOfCart, "handler" | "handler_data">;

/** What a membership ticket is bought for; null for every other. */
export const membershipOrdered = ({ handler, handler_data }: Ordered): MembershipAction | null =>
  handler === "membership" ? (MembershipOrdered.safeParse(handler_data).data?.action ?? "buy") : null;

/** What a cart's membership is bought for. With a gift's code at work it is the present that somebody was given. */
export const membershipActionIn = (
  tickets: readonly Ordered[],
  codes: readonly (Pick<CodeRow, "is_gift"> & Pick<CodeInCart, "at_work">)[],
): Cart["membership_action"] => {
  const action = tickets.map(membershipOrdered).find((ordered) => ordered !== null) ?? null;
  return action === "buy" && codes.some(({ is_gift, at_work }) => is_gift && at_work) ? "redeem" : action;
};
