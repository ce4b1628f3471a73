import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { Pipeline } from "../../../db/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { readCheckoutRenewals, type CheckoutRenewals } from "../../membership/autoRenewal/readCheckoutRenewals.ts";
import { heldSummary, isHeld, type LockedCheckout } from "../batch/lockCheckout.ts";

type PaymentJob = {
  readonly shop: Pick<RequestContext, "seller">;
  readonly sent: { readonly cart_id: string; readonly list: readonly PaymentInput[] };
};

const renewedMembershipIds = ({ tickets }: LockedCheckout): string[] => [
  ...new Set(
    tickets.filter(isHeld).flatMap(({ handler_data }) => {
      const renewed = handler_data?.renews_id;
      return typeof renewed === "string" ? [renewed] : [];
    }),
  ),
];
const wantsAutoRenew = ({ sent }: PaymentJob): boolean => sent.list.some(({ auto_renew }) => auto_renew === true);

/** Costs nothing where nothing renews itself and nothing is renewed. */
export const renewalsAtCheckout = (
  wire: Pipeline,
  seller_id: string,
  checkouts: ReadonlyMap<string, LockedCheckout>,
  jobs: readonly PaymentJob[],
): Promise<CheckoutRenewals> =>
  readCheckoutRenewals(wire, seller_id, {
    consenting: jobs.filter(wantsAutoRenew).map(({ sent }) => sent.cart_id),
    renewed: [...checkouts.values()].flatMap((checkout) =>
      renewedMembershipIds(checkout).map((membership_id) => ({ cart_id: checkout.cart.id, membership_id })),
    ),
  });

/**
 * Nobody agrees to what there is not; and while we take the money for a term, or have it, nobody pays for the same term by
 * hand.
 */
export const refuseRenewal = (job: PaymentJob, { renewable, manual }: CheckoutRenewals): void => {
  const { shop, sent } = job;
  if (wantsAutoRenew(job) && (autoRenewPrompt(shop.seller.configuration) === "never" || !renewable.has(sent.cart_id)))
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["auto_renew"] } });
  refuseRenewalInProgress(sent.cart_id, manual);
};

/** Carts that cost nothing are not paid for: what they renew is noted when they are checked out. */
export const freeRenewalsAtCheckout = async (
  wire: Pipeline,
  seller_id: string,
  checkouts: ReadonlyMap<string, LockedCheckout>,
): Promise<CheckoutRenewals["manual"]> => {
  const renewed = [...checkouts.values()].flatMap((checkout) =>
    renewedMembershipIds(checkout).flatMap((membership_id) =>
      heldSummary(checkout.tickets).total === 0 ? [{ cart_id: checkout.cart.id, membership_id }] : [],
    ),
  );
  return (await readCheckoutRenewals(wire, seller_id, { consenting: [], renewed })).manual;
};

export const refuseRenewalInProgress = (cart_id: string, byHand: CheckoutRenewals["manual"]): void => {
  const renewal = byHand.get(cart_id);
  if (renewal?.is_taken) throw new Refused({ code: "membership_not_renewable", context: "membership" });
  if (renewal?.is_being_taken) throw new Refused({ code: "payment_in_progress", context: "payment" });
};
