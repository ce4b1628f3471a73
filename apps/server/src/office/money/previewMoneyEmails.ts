import type { previewPaymentRefund, previewUnsentEmail } from "@foyer/contract/office/money/moneyActions.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { previewRefundOfPayment } from "../../modules/checkout/refund/refundPayment.ts";
import { previewEmailOfKind, withoutTokens } from "../../providers/mail/previewEmail.ts";
import { isSecretEmail } from "../../providers/mail/secretEmails.ts";
import { withoutCardNumbers } from "../../modules/giftcards/withoutCardNumbers.ts";
import { nothingLeft, requireAmount } from "./changeMoney.ts";
import { findUnsentEmail } from "./money.sql.ts";
import { requirePayment } from "./readMoney.ts";

/** The e-mails that a refund would send. Changes nothing. */
export const previewRefundAtDesk = async (
  ctx: StaffContext,
  { payment_id, amount: given }: StaffReceived<typeof previewPaymentRefund>,
): Promise<StaffReply<typeof previewPaymentRefund>> => {
  const { currency } = await requirePayment(ctx, payment_id);
  const amount = requireAmount(given, currency);
  const mayOverride = ctx.staff.can("order.override");
  const { email, notices } = await previewEmailOfKind("payment_returned", async (emailOptions) => {
    const request = { payment_id, reason: "requested", mayOverride, ...(amount !== undefined && { amount }) } as const;
    if (!(await previewRefundOfPayment({ ...ctx, emailOptions }, request))) throw await nothingLeft(ctx, payment_id);
  });
  return { email, ended: notices[0] ?? null };
};

/** An e-mail that was given up, without what its recipient alone may know. */
export const showUnsent = async (
  { db, seller }: StaffContext,
  { email_id }: StaffReceived<typeof previewUnsentEmail>,
): Promise<StaffReply<typeof previewUnsentEmail>> => {
  const found = await findUnsentEmail(db, seller.id, email_id);
  if (!found) throw new Refused({ code: "not_found", context: "payment" });
  if (isSecretEmail(found.kind)) return { email: null };
  const { subject, text } = found.message;
  const shown = await withoutCardNumbers({ db, seller }, found, withoutTokens(text));
  return { email: { to: found.to_address, subject, text: shown } };
};
