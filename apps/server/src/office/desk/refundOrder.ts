import type {
  previewRefundEmails,
  previewResentRefundEmails,
  refundDeskOrder,
  resendDeskRefund,
} from "@foyer/contract/office/orders/deskActions.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { previewRefund, refundForVenue } from "../../modules/aftersale/venue/refundForVenue.ts";
import { previewRefundAgain, resendRefund, type Resent } from "../../modules/aftersale/venue/resendRefund.ts";
import { requireUnspentAmount } from "../../modules/checkout/refund/requireUnspentAmount.ts";
import type { OrderRow } from "../../modules/orders/readOrders.ts";
import { deskTransaction, requireDeskOrder } from "./deskOrders.ts";
import { previewEmailAndNotices } from "../../providers/mail/previewEmail.ts";
import { requireRefundLimit } from "./refundLimits.ts";

/** Returns minor units. */
const requireAmount = ({ currency }: OrderRow, amount: string): number => {
  const minor = fromDecimal(amount, currency);
  if (minor === undefined || minor <= 0)
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["amount"] } });
  return minor;
};

/** The e-mails that a refund would send. Changes nothing. */
export const previewRefundEmailsOf = async (
  ctx: StaffContext,
  { order_number, amount, to }: StaffReceived<typeof previewRefundEmails>,
): Promise<StaffReply<typeof previewRefundEmails>> => {
  const order = await requireDeskOrder(ctx, order_number);
  const minor = requireAmount(order, amount);
  const toGiftCard = to === "gift_card" ? { reason: "Preview", made_by: "Preview" } : undefined;
  const { email, notices } = await previewEmailAndNotices((emailOptions) =>
    previewRefund({ ...ctx, emailOptions }, order, { now: ctx.now, amount: minor, isTyped: true, toGiftCard }),
  );
  // The e-mail of a gift card is sent with it; that of a refund once its provider has accepted it, whatever staff choose.
  return to === "gift_card" ? { emails: email ? [email] : [], ended: null } : { emails: notices, ended: email };
};

/** Refunds money without cancelling anything. */
export const refundOrder = async (
  ctx: StaffContext,
  { order_number, version, amount, to, reason, email }: StaffReceived<typeof refundDeskOrder>,
): Promise<StaffReply<typeof refundDeskOrder>> => {
  const order = await requireDeskOrder(ctx, order_number);
  const minor = requireAmount(order, amount);
  const within = deskTransaction(ctx, {
    order,
    version,
    email,
    check: async (tx) => {
      await requireUnspentAmount(tx, order, { amount: minor, mayOverride: ctx.staff.can("order.override") });
      await requireRefundLimit(tx, order_number, amount);
    },
    record: () => ({
      action: "order.refunded",
      // The limits count the refund wherever it goes.
      after: { refund: amount, ...(to === "gift_card" && { gift_card: amount }) },
      reason,
    }),
  });
  const toGiftCard = to === "gift_card" ? { reason, made_by: ctx.staff.name } : undefined;
  const made = await refundForVenue(ctx, order, { now: ctx.now, amount: minor, isTyped: true, toGiftCard, within });
  return {
    refunds: made.map((one) => ({ ...one, amount: toDecimal(one.amount, order.currency) })),
    gift_card: toGiftCard ? toDecimal(minor, order.currency) : "0",
  };
};

/** The e-mails that retrying a failed refund would send. Changes nothing. */
export const previewResentRefund = async (
  ctx: StaffContext,
  { order_number, refund_id }: StaffReceived<typeof previewResentRefundEmails>,
): Promise<StaffReply<typeof previewResentRefundEmails>> => {
  const order = await requireDeskOrder(ctx, order_number);
  const { email, notices } = await previewEmailAndNotices((emailOptions) =>
    previewRefundAgain({ ...ctx, emailOptions }, order, {
      refund_id,
      now: ctx.now,
      mayOverride: ctx.staff.can("order.override"),
    }),
  );
  return { emails: notices, ended: email };
};

/** Retries a refund that its provider refused. It does not count towards the limits again. */
export const resendFailedRefund = async (
  ctx: StaffContext,
  { order_number, refund_id, version, to, email }: StaffReceived<typeof resendDeskRefund>,
): Promise<Nothing> => {
  const order = await requireDeskOrder(ctx, order_number);
  const within = deskTransaction<Resent>(ctx, {
    order,
    version,
    email: to === "same_means" ? email : undefined,
    record: ({ amount }) => ({ action: "order.refund_resent", after: { amount, to } }),
  });
  const mayOverride = ctx.staff.can("order.override");
  await resendRefund(ctx, order, { refund_id, to, now: ctx.now, mayOverride, within });
  return {};
};
