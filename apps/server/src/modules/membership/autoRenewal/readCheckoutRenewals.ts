import type { Pipeline } from "../../../db/statement.ts";
import { recordManualRenewals, selectRenewableCarts, type ManualRenewal } from "./autoRenewals.sql.ts";

export type CheckoutRenewals = {
  /** Carts with a membership that can renew itself. */
  readonly renewable: ReadonlySet<string>;
  /** By cart: how it stands with the renewal, by us, of what is renewed by hand in it. */
  readonly manual: ReadonlyMap<string, ManualRenewal>;
};

/**
 * What the till has to know of renewals, in its transaction: `asking` are carts whose payers agree to them, `renewed` what is
 * renewed by hand, which is noted. Costs nothing where nothing renews itself and nothing is renewed.
 */
export const readCheckoutRenewals = async (
  db: Pipeline,
  seller_id: string,
  {
    consenting,
    renewed,
  }: {
    readonly consenting: readonly string[];
    readonly renewed: readonly { readonly cart_id: string; readonly membership_id: string }[];
  },
): Promise<CheckoutRenewals> => ({
  renewable: new Set(consenting.length > 0 ? await selectRenewableCarts(db, seller_id, consenting) : []),
  manual: new Map(
    (renewed.length > 0 ? await recordManualRenewals(db, seller_id, renewed) : []).map((one) => [one.cart_id, one]),
  ),
});
