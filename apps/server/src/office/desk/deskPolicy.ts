import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { readOrderForChange } from "../../modules/aftersale/readOrderForChange.ts";
import type { JudgedFor } from "../../modules/cart/change/judgeOrderTickets.ts";
import type { OrderRow } from "../../modules/orders/readOrders.ts";

/** What is done to tickets, and with their money. */
export type DeskAction = {
  readonly kind: "cancel" | "move";
  readonly tickets: readonly string[];
  readonly money: "refund" | "waive_fee" | "keep_all";
};

export type BeyondPolicy = { readonly rule: string; readonly until: string | null };

/** The buyer is served by staff: the rules and deadlines of the policy apply, whether or not they are offered online. */
export const servedBuyer = ({ now }: Pick<StaffContext, "now">): JudgedFor => ({ actor: "member", now, atDesk: true });

/**
 * In what way an action goes beyond the order's policy: the obstacle of the first affected ticket, or a fee other than the
 * policy's. Null if the policy allows it.
 */
export const beyondPolicy = async (
  ctx: Pick<StaffContext, "db" | "seller" | "providers" | "now">,
  order: OrderRow,
  { kind, tickets: ids, money }: DeskAction,
): Promise<BeyondPolicy | null> => {
  const { tickets } = await readOrderForChange(ctx, order, servedBuyer(ctx));
  for (const { id, judgement } of tickets) {
    if (!ids.includes(id)) continue;
    const { actions, obstacle, until } = judgement;
    const isAllowed = kind === "cancel" ? actions.includes("cancel") : actions.includes("reschedule");
    if (!isAllowed) return { rule: obstacle ?? (judgement.isSoldOut ? "sold_out" : "not_changeable"), until };
  }
  return money === "refund" ? null : { rule: money, until: null };
};

/** Refuses what goes beyond the policy to staff without the permission. */
export const requirePolicy = async (ctx: StaffContext, order: OrderRow, action: DeskAction): Promise<void> => {
  if (ctx.staff.can("order.override")) return;
  const beyond = await beyondPolicy(ctx, order, action);
  if (beyond) throw new Refused({ code: "policy_refuses", context: "order", extra: beyond });
};
