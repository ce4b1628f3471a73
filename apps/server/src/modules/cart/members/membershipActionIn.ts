import type { Cart } from "@foyer/contract/shop/cart.ts";
import { MembershipOrdered, type MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { CodeRow } from "../../codes/code.ts";
import type { CartTicket } from "../read/readCartTickets.ts";

type OrderedTicket = Pick<CartTicket, "handler" | "handler_data">;

/** The purpose of a membership ticket; null for other tickets. */
export const membershipOrdered = ({ handler, handler_data }: OrderedTicket): MembershipAction | null =>
  isMembership({ handler }) ? (MembershipOrdered.safeParse(handler_data).data?.action ?? "buy") : null;

/** The purpose of the cart's membership. With an applied gift code, the cart redeems a gift. */
export const membershipActionIn = (
  tickets: readonly OrderedTicket[],
  codes: readonly (Pick<CodeRow, "is_gift"> & Pick<CodeInCart, "is_applied">)[],
): Cart["membership_action"] => {
  const action = tickets.map(membershipOrdered).find((ordered) => ordered !== null) ?? null;
  return action === "buy" && codes.some(({ is_gift, is_applied }) => is_gift && is_applied) ? "redeem" : action;
};
