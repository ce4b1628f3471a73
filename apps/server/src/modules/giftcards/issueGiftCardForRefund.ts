import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { queueEmail } from "../../providers/mail/queueEmail.ts";
import { issueAccounts } from "../../providers/payments/giftcard/ledger.sql.ts";
import { giftCardEmail } from "./giftCardEmail.ts";
import { refundCardRecipient } from "./giftCards.sql.ts";
import { ledgerIdOf } from "./issueGiftCards.ts";
import { newGiftCardNumber } from "./newGiftCardNumber.ts";

type RefundedOrder = { readonly id: string; readonly identity_id: string; readonly currency: string };

/**
 * Issues a gift card instead of a refund and e-mails it to the purchaser, in the transaction of the change. `amount` is
 * in minor units. Returns the card's id.
 */
export const issueGiftCardForRefund = async (
  ctx: Pick<RequestContext, "db" | "seller" | "providers">,
  order: RefundedOrder,
  amount: number,
): Promise<string> => {
  const { db, seller, providers } = ctx;
  const number = newGiftCardNumber();
  const [account] = await issueAccounts(db, seller.id, [
    { ledger_id: ledgerIdOf(seller), number, currency: order.currency, amount, source_ticket_id: null, valid_to: null },
  ]);
  if (!account) throw new Error(`No gift card was issued for order ${order.id}`);
  const { email: address, first_name } = await refundCardRecipient(ctx, order.identity_id);
  if (address) {
    const email = giftCardEmail(seller, providers.origin, {
      number,
      amount: toDecimal(amount, order.currency),
      currency: order.currency,
      to: first_name ?? "",
      from: "",
      message: "",
      valid_to: null,
    });
    await queueEmail({ db, seller }, { kind: "gift_card", ref_id: account.id, to_address: address, email });
  }
  return account.id;
};
