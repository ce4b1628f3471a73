import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { applyCodes, type CodeContext, type CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { discountedAmounts } from "@foyer/rules/pricing/fees.ts";
import type { NamedRule } from "../../codes/codeContext.ts";
import type { CodeUsage } from "../codes/codeUsage.ts";
import type { DiscountState } from "../codes/discountState.ts";
import type { TicketRow } from "../read/readCart.sql.ts";
import type { CartTicket } from "../read/readCartTickets.ts";
import type { CartChangeRequest } from "./cartChange.ts";
import type { TicketPriceUpdate } from "./hold.sql.ts";
import type { TicketWrites } from "./ticketWrites.ts";

/** Everything that prices depend on, and where changes are recorded. */
type PricingState = {
  readonly codes: CodeUsage;
  readonly discounts: DiscountState;
  readonly rules: readonly NamedRule[];
  readonly tickets: TicketWrites;
  readonly now: Temporal.Instant;
  readonly eligibility: Pick<CodeContext, "canUse" | "activeDiscounts">;
  /** Adds names and times to tickets, in listing order. */
  readonly describe: (tickets: readonly TicketRow[]) => CartTicket[];
};
export type CartToReprice = {
  readonly cart_id: string;
  readonly heldTickets: TicketRow[];
  readonly codes: readonly CodeInCart[];
  /** If the cart changes an order: the order's tickets that stay, and its applied codes. */
  readonly order?: { readonly tickets: readonly TicketRow[]; readonly codes: readonly CodeInCart[] } | undefined;
};

const noOrder = { tickets: [], codes: [] };

/** Computes which of a cart's codes apply and what its tickets cost, and records the changes. */
export const repriceCart = (
  state: PricingState,
  change: CartChangeRequest,
  { cart_id, heldTickets, codes, order = noOrder }: CartToReprice,
): TicketRow[] => {
  const { discounts, rules, now, eligibility } = state;
  const codesBefore = state.codes.ofCart(change.cart_id).length;
  if (discounts.all.length + codes.length + order.codes.length + codesBefore + eligibility.activeDiscounts.size === 0)
    return heldTickets;
  const step = sellerAmountStep(change.ctx.seller);
  const tickets = state.describe([...heldTickets, ...order.tickets]);
  const { prices, taken, is_applied } = applyCodes(tickets, [...order.codes, ...codes], {
    now,
    rules,
    discounts: discounts.all,
    step,
    ...eligibility,
  });
  const fixed = withFixedPrices(heldTickets, tickets);
  discounts.setCartDiscounts(cart_id, fixed.length > 0 ? added(discounts.remainingOf(cart_id, fixed), taken) : taken);
  state.codes.setCartCodes(
    cart_id,
    { identity_id: change.ctx.visitor?.identity_id },
    // An applied code stays used while the cart has tickets with fixed prices, which it may have reduced.
    codes.map(({ id, is_applied: before }) => ({ id, is_applied: is_applied.has(id) || (before && fixed.length > 0) })),
  );
  const indexes = new Map(tickets.map(({ id }, index) => [id, index]));
  return heldTickets.map((row) => {
    if (row.booked_reduction !== undefined) return row;
    const index = indexes.get(row.id) ?? -1;
    const price = newPrice(row, tickets[index], prices[index], step);
    if (!price) return row;
    state.tickets.setPrice(price);
    return { ...row, ...price };
  });
};

/** The cart's own tickets whose prices no longer change. */
const withFixedPrices = (rows: readonly TicketRow[], tickets: readonly CartTicket[]): readonly CartTicket[] => {
  const ids = new Set(rows.flatMap(({ id, booked_reduction }) => (booked_reduction === undefined ? [] : [id])));
  return ids.size === 0 ? [] : tickets.filter(({ id }) => ids.has(id));
};

/** Sums amounts by discount, without zero amounts. */
const added = (one: ReadonlyMap<string, Minor>, other: ReadonlyMap<string, Minor>): ReadonlyMap<string, Minor> =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])]
      .map((id) => [id, (one.get(id) ?? 0) + (other.get(id) ?? 0)] as const)
      .filter(([, amount]) => amount > 0),
  );

const newPrice = (
  { id, adjusted_value: before }: TicketRow,
  ticket: CartTicket | undefined,
  adjusted_value: number | undefined,
  step: Minor,
): TicketPriceUpdate | undefined => {
  if (adjusted_value === undefined || !ticket || adjusted_value === before) return undefined;
  return { id, ...discountedAmounts(adjusted_value, ticket, step) };
};
