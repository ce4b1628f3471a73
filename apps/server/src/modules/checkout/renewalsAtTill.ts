import { autoRenewAsk } from "@foyer/rules/renewals.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { guardStands } from "../../db/faults.ts";
import type { Wire } from "../../db/statement.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { renewalsPaidFor, type RenewalsPaidFor } from "../membership/renewalsPaidFor.ts";
import { heldOf, isHeld, type AtTill } from "./atTill.ts";

type Paying = {
  readonly shop: Pick<Ask, "seller">;
  readonly sent: { readonly cart_id: string; readonly list: readonly PaymentOffer[] };
};

const renewedIn = ({ tickets }: AtTill): string[] => [
  ...new Set(
    tickets.filter(isHeld).flatMap(({ handler_data }) => {
      const renewed = handler_data?.renews_id;
      return typeof renewed === "string" ? [renewed] : [];
    }),
  ),
];
const wants = ({ sent }: Paying): boolean => sent.list.some(({ auto_renew }) => auto_renew === true);

/** Costs nothing where nothing renews itself and nothing is renewed. */
export const renewalsAtTill = (
  wire: Wire,
  seller_id: string,
  till: ReadonlyMap<string, AtTill>,
  jobs: readonly Paying[],
): Promise<RenewalsPaidFor> =>
  renewalsPaidFor(wire, seller_id, {
    asking: jobs.filter(wants).map(({ sent }) => sent.cart_id),
    renewed: [...till.values()].flatMap((at) =>
      renewedIn(at).map((membership_id) => ({ cart_id: at.cart.id, membership_id })),
    ),
  });

/**
 * Nobody agrees to what there is not; and while we take the money for a term, or have it, nobody pays for the same term by
 * hand.
 */
export const refuseRenewal = (job: Paying, { renewable, byHand }: RenewalsPaidFor): void => {
  const { shop, sent } = job;
  if (wants(job) && (autoRenewAsk(shop.seller.configuration) === "never" || !renewable.has(sent.cart_id)))
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["auto_renew"] } });
  refuseTaken(sent.cart_id, byHand);
};

/** Carts that cost nothing are not paid for: what they renew is noted when they are checked out. */
export const freeRenewalsAtTill = async (
  wire: Wire,
  seller_id: string,
  till: ReadonlyMap<string, AtTill>,
): Promise<RenewalsPaidFor["byHand"]> => {
  const renewed = [...till.values()].flatMap((at) =>
    renewedIn(at).flatMap((membership_id) =>
      heldOf(at.tickets).total === 0 ? [{ cart_id: at.cart.id, membership_id }] : [],
    ),
  );
  return (await renewalsPaidFor(wire, seller_id, { asking: [], renewed })).byHand;
};

export const refuseTaken = (cart_id: string, byHand: RenewalsPaidFor["byHand"]): void => {
  const known = guardStands("renewal_at_till") ? byHand.get(cart_id) : undefined;
  if (known?.is_taken) throw new Refused({ code: "membership_not_renewable", context: "membership" });
  if (known?.is_being_taken) throw new Refused({ code: "payment_in_progress", context: "payment" });
};
