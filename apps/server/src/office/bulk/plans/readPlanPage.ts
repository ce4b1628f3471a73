import type { PlanPage, readPlan } from "@foyer/contract/office/orders/plans.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { refundableOfCart } from "../../../modules/cart/change/refundableOfCart.ts";
import { readCart } from "../../../modules/cart/read/readCart.ts";
import {
  partPaidCart,
  planChanges,
  purchaserRecipient,
  readPayments,
} from "../../../modules/checkout/plan/planRecords.ts";

export type FoundPlan = { readonly id: string; readonly identity_id: string; readonly version: string };

/** The plan of a call. A cart of another seller is not found, nor one that is not, or no longer, paid in instalments. */
export const requirePlan = async (
  ctx: Pick<StaffContext, "db" | "seller">,
  cart_number: number,
): Promise<FoundPlan> => {
  const cart = await partPaidCart(ctx, cart_number);
  if (!cart)
    throw new Refused({
      code: "not_found",
      context: "cart",
      description: "This cart is not paid in instalments, or not any more: it was paid in full or cancelled.",
    });
  return { ...cart, version: String(cart.version) };
};

/** Everything that staff need to know to settle a plan. */
export const readPlanPage = async (
  ctx: StaffContext,
  { cart_number }: StaffReceived<typeof readPlan>,
): Promise<StaffReply<typeof readPlan>> => {
  const { db, seller } = ctx;
  const { id, version } = await requirePlan(ctx, cart_number);
  const [cart] = (await readCart({ db, seller }, id)).cart._data;
  if (!cart) throw new Error(`The cart ${id} does not exist.`);
  const { currency } = cart;
  const purchaser = await purchaserRecipient(ctx, id);
  const payments = (await readPayments(ctx, id)).filter(({ state }) => state === "captured");
  const paid = payments.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  const refunding = payments.reduce((sum, payment) => sum + payment.refunding, 0);
  const refundable = (await refundableOfCart(ctx, id)).reduce((sum, { left }) => sum + left, 0);
  return {
    cart_number,
    version,
    name: purchaser?.first_name == null ? null : [purchaser.first_name, purchaser.last_name].filter(Boolean).join(" "),
    email: purchaser?.email ?? null,
    currency,
    paid: toDecimal(paid, currency),
    outstanding: cart.outstanding_balance,
    disputed: toDecimal(Math.max(0, paid - refunding - refundable), currency),
    lines: cart.lines.map(lineOf),
    instalments: cart.scheduled_payments.map(({ due_date, amount }) => ({ due_date, amount })),
    changes: (await planChanges(ctx, id)).map(({ created_at, kind, tickets, refund, reason, made_by }) => ({
      at: created_at,
      kind,
      tickets,
      refund: toDecimal(refund, currency),
      reason,
      by: made_by,
    })),
  };
};

type Line = Awaited<ReturnType<typeof readCart>>["cart"]["_data"][number]["lines"][number];

const lineOf = ({
  event_template_id,
  event_session_id,
  name,
  start_datetime,
  all_day,
  timezone,
  types,
}: Line): PlanPage["lines"][number] => ({
  event_template_id,
  event_session_id,
  event: name,
  start_datetime,
  all_day,
  timezone,
  types: types.map((type) => ({ name: type.name, count: type.count })),
});
