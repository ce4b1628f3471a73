import type { Wire } from "../../db/statement.ts";
import { payingByHand, renewableCarts, type ByHand } from "./autoRenewals.sql.ts";

export type RenewalsPaidFor = {
  /** Carts with a membership that can renew itself. */
  readonly renewable: ReadonlySet<string>;
  /** By cart: how it stands with the renewal, by us, of what is renewed by hand in it. */
  readonly byHand: ReadonlyMap<string, ByHand>;
};

/**
 * What the till has to know of renewals, in its transaction: `asking` are carts whose payers agree to them, `renewed` what is
 * renewed by hand, which is noted. Costs nothing where nothing renews itself and nothing is renewed.
 */
export const renewalsPaidFor = async (
  wire: Wire,
  seller_id: string,
  {
    asking,
    renewed,
  }: {
    readonly asking: readonly string[];
    readonly renewed: readonly { readonly cart_id: string; readonly membership_id: string }[];
  },
): Promise<RenewalsPaidFor> => ({
  renewable: new Set(asking.length > 0 ? await renewableCarts(wire, seller_id, asking) : []),
  byHand: new Map(
    (renewed.length > 0 ? await payingByHand(wire, seller_id, renewed) : []).map((one) => [one.cart_id, one]),
  ),
});
