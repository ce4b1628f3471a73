import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { readCheckoutRenewals, type CheckoutRenewals } from "../../membership/autoRenewal/readCheckoutRenewals.ts";
import { isHeld } from "../batch/heldTickets.ts";
import { heldSummary, type LockedCheckout } from "../batch/lockedCheckout.ts";

type PaymentJob = {
  readonly ctx: Pick<RequestContext, "seller">;
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

/** Runs no query if nothing is renewed and nobody agrees to auto-renew. */
export const renewalsAtCheckout = (
  pipeline: Pipeline,
  seller_id: string,
  checkouts: ReadonlyMap<string, LockedCheckout>,
  jobs: readonly PaymentJob[],
): Promise<CheckoutRenewals> =>
  readCheckoutRenewals(pipeline, seller_id, {
    consenting: jobs.filter(wantsAutoRenew).map(({ sent }) => sent.cart_id),
    renewed: [...checkouts.values()].flatMap((checkout) =>
      renewedMembershipIds(checkout).map((membership_id) => ({ cart_id: checkout.cart.id, membership_id })),
    ),
  });

/**
 * Refuses consent to auto-renew if it is not offered, and a manual payment for a term that an automatic renewal is
 * charging or has charged.
 */
export const refuseRenewal = (job: PaymentJob, { renewable, manual }: CheckoutRenewals): void => {
  const { ctx, sent } = job;
  if (wantsAutoRenew(job) && (autoRenewPrompt(ctx.seller.configuration) === "never" || !renewable.has(sent.cart_id)))
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["auto_renew"] } });
  refuseRenewalInProgress(sent.cart_id, manual);
};

/** A free cart has no payment, so the membership that it renews is recorded at checkout. */
export const freeRenewalsAtCheckout = async (
  pipeline: Pipeline,
  seller_id: string,
  checkouts: ReadonlyMap<string, LockedCheckout>,
): Promise<CheckoutRenewals["manual"]> => {
  const renewed = [...checkouts.values()].flatMap((checkout) =>
    renewedMembershipIds(checkout).flatMap((membership_id) =>
      heldSummary(checkout).total === 0 ? [{ cart_id: checkout.cart.id, membership_id }] : [],
    ),
  );
  return (await readCheckoutRenewals(pipeline, seller_id, { consenting: [], renewed })).manual;
};

export const refuseRenewalInProgress = (cart_id: string, manual: CheckoutRenewals["manual"]): void => {
  const renewal = manual.get(cart_id);
  if (renewal?.is_taken) throw new Refused({ code: "membership_not_renewable", context: "membership" });
  if (renewal?.is_being_taken) throw new Refused({ code: "payment_in_progress", context: "payment" });
};
