import type { Pipeline } from "../../../db/statements/statement.ts";
import { recordManualRenewals, selectRenewableCarts, type ManualRenewal } from "./autoRenewals.sql.ts";

export type CheckoutRenewals = {
  /** Carts with a membership that can renew automatically. */
  readonly renewable: ReadonlySet<string>;
  /** The state of the automatic renewal whose term a cart renews manually, by cart. */
  readonly manual: ReadonlyMap<string, ManualRenewal>;
};

/**
 * The renewal data that a checkout needs, read in its transaction. `consenting`: carts whose payers agree to automatic
 * renewal. `renewed`: terms that are renewed manually, which is recorded. Runs no query if both are empty.
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
