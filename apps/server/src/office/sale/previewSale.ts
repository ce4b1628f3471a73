import type { previewCounterSale } from "@foyer/contract/office/money/counterSales.ts";
import { counterLinkMinutes } from "@foyer/contract/office/money/counterLinks.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { counterGateways } from "@foyer/rules/checkout/gateways.ts";
import { rolledBack } from "../../db/rolledBack.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { holdInTransaction } from "../../modules/cart/hold/holdInTransaction.ts";
import { requireOnSale } from "../../modules/cart/hold/requireOnSale.ts";
import { lockCheckout } from "../../modules/checkout/batch/lockCheckout.ts";
import { heldSummary } from "../../modules/checkout/batch/lockedCheckout.ts";
import { payAtCounter } from "../../modules/checkout/counter/payAtCounter.ts";
import { previewEmailOfKind } from "../../providers/mail/previewEmail.ts";
import { nameRecipient, requestOfStaff } from "../comps/makeComp.ts";
import { visitorForComp } from "../comps/visitorForComp.ts";
import { holdOfSale } from "./holdForSale.ts";
import { linkKind, queueLinkEmail } from "./links/linkEmail.ts";
import { buyerOfSale } from "./makeSale.ts";
import { memberContext, requireCardOfBuyer } from "./members/counterMember.ts";

/** The kinds of e-mail that a sale can send: one or the other. */
const confirmation = "order_confirmation";
const kinds = new Set([confirmation, linkKind]);

/** The e-mails that a sale would send, paid at once or by a link: both are made in a transaction that is rolled back. */
export const previewSale = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof previewCounterSale>,
): Promise<StaffReply<typeof previewCounterSale>> => {
  requireOnSale(ctx);
  const card = sent.membership_id === undefined ? undefined : await requireCardOfBuyer(ctx, sent.membership_id);
  const buyer = buyerOfSale(sent, card);
  const request = await requestOfStaff(ctx, { ...sent, ...buyer });
  const { email, notices } = await previewEmailOfKind(
    confirmation,
    (emailOptions) =>
      rolledBack(ctx, async (tx) => {
        const visitor = card ? memberContext(tx, card.identity_id) : visitorForComp(tx);
        const cart_id = await holdInTransaction(visitor, holdOfSale(request, { atCounter: true }));
        const total = await totalOf(tx, cart_id);
        if (!card && total > 0 && sent.email !== null)
          await queueLinkEmail(
            { ...tx, emailOptions },
            { cart_id, to: sent.email, first_name: buyer.first_name, total, expires_at: endOfLink(tx) },
          );
        await nameRecipient(tx, cart_id, buyer);
        const tenders = total > 0 ? [{ gateway_id: counterGateways.cash, amount: total, reference: "" }] : [];
        await payAtCounter({ ...visitor, db: tx.db, emailOptions }, cart_id, tenders);
      }),
    kinds,
  );
  return { email, link_email: notices[0] ?? null };
};

const endOfLink = ({ now }: StaffContext): string => now.add({ minutes: counterLinkMinutes }).toString();

/** The cart's total in minor units. */
const totalOf = async ({ db, seller }: StaffContext, cart_id: string): Promise<number> => {
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  const held = checkout && heldSummary(checkout);
  if (!held || held.count === 0) throw new Refused({ code: "cart_expired", context: "cart" });
  return held.total;
};
