import type { Cart } from "@foyer/contract/shop/cart.ts";
import { MembershipOrdered, type MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import type { CodeRow } from "../../codes/code.ts";
import type { CartTicket } from "../read/readCartTickets.ts";

type OrderedTicket = Pick<CartTicket, "handler" | "handler_data">;

/** What a membership ticket is bought for; null for every other. */
export const membershipOrdered = ({ handler, handler_data }: OrderedTicket): MembershipAction | null =>
  handler === "membership" ? (MembershipOrdered.safeParse(handler_data).data?.action ?? "buy") : null;

/** What a cart's membership is bought for. With a gift's code at work it is the present that somebody was given. */
export const membershipActionIn = (
  tickets: readonly OrderedTicket[],
  codes: readonly (Pick<CodeRow, "is_gift"> & Pick<CodeInCart, "at_work">)[],
): Cart["membership_action"] => {
  const action = tickets.map(membershipOrdered).find((ordered) => ordered !== null) ?? null;
  return action === "buy" && codes.some(({ is_gift, at_work }) => is_gift && at_work) ? "redeem" : action;
};
