import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { WebSettings } from "@foyer/contract/shop/seller.ts";
import { hasOwnQuestions, hasSeats, isReservable, needsSession } from "../catalog/handlers.ts";
import { needsVoucher } from "../forms/cityPass.ts";
import { fromDecimal, toDecimal, type Minor } from "../values/money.ts";

/** A card with more ticket types would be longer than the event's own page. */
const mostTypes = 4;

export type AddOnEvent = {
  readonly event: Pick<EventTemplate, "hidden_type" | "meta" | "config">;
  /** The groups that this visitor can buy. */
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly web: Pick<WebSettings, "citypass">;
};

/** Does the event ask for nothing but a time and a number of tickets? Everything else is asked on the event's own page. */
export const isQuantityOnly = ({ event, groups, types, web }: AddOnEvent): boolean => {
  const [first, ...others] = groups;
  return (
    first !== undefined &&
    others.every((group) => needsSession(group) === needsSession(first)) &&
    groups.every((group) => asksNothing(group, event)) &&
    types.length <= mostTypes &&
    types.every((type) => type.currency_amount_min === null || type.currency_amount_max === null) &&
    event.meta.tickets_must_match_anchor_tickets !== true &&
    !groups.some((group) => needsVoucher(group, event.config, web))
  );
};

const asksNothing = (group: TicketGroup, { meta, hidden_type }: AddOnEvent["event"]): boolean =>
  isReservable(group) &&
  !hasSeats(group) &&
  !hasOwnQuestions(group) &&
  // Membership allowances are counted on the event's page.
  group.hidden_type === "public_browsable" &&
  hidden_type !== "public_member_only" &&
  group.additional_info_spec === null &&
  [group.meta, meta].every(({ admit_names, admit_emails }) => (admit_names ?? admit_emails) === undefined);

type TotalCart = Pick<
  Cart,
  "currency" | "cart_mods" | "scheduled_payments" | "outstanding_balance" | "payment_due_by_credit_card"
>;

/**
 * The total of the cart with the chosen add-ons. Undefined if only the server can tell: discounts may apply to the add-ons,
 * and a payment plan is recalculated.
 */
export const totalWithAddOns = (cart: TotalCart, added: Minor): string | undefined => {
  const due = fromDecimal(cart.payment_due_by_credit_card, cart.currency) ?? 0;
  const hasDiscount = cart.cart_mods.some(({ discount }) => (fromDecimal(discount, cart.currency) ?? 0) > 0);
  const isPlan = cart.scheduled_payments.length > 0 || cart.outstanding_balance !== cart.payment_due_by_credit_card;
  if (added > 0 && (hasDiscount || isPlan)) return undefined;
  return toDecimal(due + added, cart.currency);
};
