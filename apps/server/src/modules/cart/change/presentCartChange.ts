import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { computeTotals, type TicketAmounts, type Totals } from "@foyer/rules/pricing/totals.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { refusalText } from "../../../errors/refusalText.ts";
import { Refused } from "../../../errors/refused.ts";
import type { CheckoutBlock } from "../read/checkoutBlocks.ts";
import type { CartChangeView } from "./cartChangeView.ts";
import { presentChange } from "./planChange.ts";

/** The amount due for a change; 0 if the change is not possible. */
export const dueOf = ({ plan }: Pick<CartChangeView, "plan">): Minor => (plan instanceof Refused ? 0 : plan.quote.due);

/** The totals of the order after the change. Its former payments cover whatever is not due. */
export const changeTotals = (
  change: Pick<CartChangeView, "plan">,
  tickets: readonly TicketAmounts[],
  paid: readonly Minor[],
): Totals => {
  const totals = computeTotals(tickets);
  const outstanding = Math.max(0, dueOf(change) - paid.reduce((sum, amount) => sum + amount, 0));
  return { ...totals, payments: totals.total - outstanding, outstanding };
};

/** Why a change cannot be checked out: the order has changed since, or the deadline for changes has passed. */
export const changeBlocks = (
  seller: Pick<Seller, "strings">,
  change: Pick<CartChangeView, "plan" | "changed"> | undefined,
): CheckoutBlock[] => {
  if (!(change?.plan instanceof Refused)) return [];
  const description = refusalText(change.plan, seller.strings);
  return [{ id: change.changed.order.id, description, block_reason: "not_allowed" }];
};

/** A change that is not possible has no amounts; `blocking_rules` says why. */
export const presentCartChange = (
  seller: Pick<Seller, "strings">,
  { changed, wanted, plan }: CartChangeView,
): PendingChange =>
  plan instanceof Refused
    ? {
        ticket_order_id: changed.order.id,
        removed: [...wanted.gives_up],
        along: [],
        moves: [],
        value: "0",
        fee: "0",
        added: "0",
        due: "0",
        refunds: [],
        refund: "0",
        gift_card: "0",
        bonus: "0",
        refund_to: "same_means",
      }
    : presentChange(seller, changed, plan);
