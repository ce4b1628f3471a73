import type { CancellationQuote, cancelOrderTickets } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { Refused } from "../../../errors/refused.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { isActiveTicket, type JudgedFor } from "../../cart/change/judgeOrderTickets.ts";
import { planChange, presentAmounts, type PlannedChange } from "../../cart/change/planChange.ts";
import type { ChangedOrder } from "../../cart/change/readChangedOrder.ts";
import { refuseBlockedRest } from "../../cart/read/checkoutBlocks.ts";
import { requireRevocable } from "../../checkout/refund/cancelForChange.ts";
import { readCartCodes, readCheckoutRules } from "../../codes/codeContext.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { readOrderForChange } from "../readOrderForChange.ts";

export type CancellationRequest = Pick<Received<typeof cancelOrderTickets>, "tickets" | "refund_to"> & {
  /** Add-ons that lose their admission stay as independent tickets. Buyers cannot choose this. */
  readonly keepsAddOns?: boolean | undefined;
};

export type PlannedCancellation = PlannedChange & Pick<ChangedOrder, "payments">;

/** Plans the cancellation of tickets, together with those that cannot stay without them. Refuses what is not allowed. */
export const planCancellation = async (
  ctx: SellerContext,
  order: OrderRow,
  { by, tickets: requested, refund_to = "same_means", keepsAddOns }: CancellationRequest & { readonly by: JudgedFor },
): Promise<PlannedCancellation> => {
  const changed = await readOrderForChange(ctx, order, by);
  const gives_up = requested.map(({ ticket_id }) => ticket_id);
  if (gives_up.some((ticket_id) => !changed.tickets.some(({ id }) => id === ticket_id)))
    throw new Refused({ code: "ticket_not_found", context: "order" });
  const planned = planChange(ctx.seller, changed, { gives_up, refund_to, added: [], keepsAddOns });
  if (by.actor !== "venue") await requireAllowedRest(ctx, order, changed, planned);
  await requireRevocable(ctx, planned.leaving);
  return { ...planned, payments: changed.payments };
};

/** Buyers keep what they could buy; the venue may leave anything. */
const requireAllowedRest = async (
  { db, seller }: SellerContext,
  { cart_id }: OrderRow,
  { tickets }: ChangedOrder,
  { staying }: PlannedChange,
): Promise<void> => {
  const rules = await readCheckoutRules(db, seller.id);
  if (rules.length === 0) return;
  const codes = await readCartCodes(db, seller.id, [cart_id]);
  refuseBlockedRest(tickets.filter(isActiveTicket), staying, { codes, rules });
};

export const presentQuote = (
  { seller }: Pick<SellerContext, "seller">,
  order: OrderRow,
  planned: PlannedCancellation,
): CancellationQuote => ({
  tickets: planned.leaving.map(({ id }) => ({ ticket_id: id })),
  ...presentAmounts(seller, { order, payments: planned.payments }, planned),
});
