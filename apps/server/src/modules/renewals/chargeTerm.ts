import { afterDecline } from "@foyer/rules/autoRenewal.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { fromWire } from "@foyer/rules/money.ts";
import { guardStands } from "../../db/faults.ts";
import { Refused } from "../../http/refused.ts";
import { pay } from "../checkout/pay.ts";
import { asHolder, type Shop } from "./asHolder.ts";
import { letRenewalGo, renewalCart } from "./renewalCart.ts";
import { lastFailure } from "./renewalCart.sql.ts";
import type { RenewalRow } from "./renewals.sql.ts";
import { takeTerm } from "./takeTerm.ts";

/** A try that came to nothing, and what it means for the next. */
export type Tried = {
  readonly by: "card" | "other";
  readonly code: string;
  readonly next: ReturnType<typeof afterDecline>;
};
export type Charged =
  | { readonly is: "renewed" }
  /** Nobody knows yet, or nobody could be asked: looked at again in a while, and no try. */
  | { readonly is: "later" }
  | ({ readonly is: "tried" } & Tried);

/** No answer about the membership: the house or the provider has trouble, or somebody else is at it. */
const passing: ReadonlySet<string> = new Set([
  "unavailable",
  "too_many_requests",
  "payment_in_progress",
  "cart_expired",
  "not_configured",
]);

/**
 * Charges one term, by the way that everybody pays: the same people are held on the level, what was kept is asked for the
 * money, and it is taken with the order. `most`: what its payer was told.
 */
export const chargeTerm = async (shop: Shop, row: RenewalRow, most: number): Promise<Charged> => {
  try {
    const cart = await renewalCart(shop, row);
    if (cart.is !== "open") return { is: "later" };
    const amount = fromWire(cart.due, shop.seller.default_currency_code);
    // The price of the hold is what it was a moment before; what is decided at the end is asked of the catalogue again.
    if (amount === undefined || (amount > most && guardStands("renewal_most"))) {
      await letRenewalGo(shop, row, cart.cart_id);
      return { is: "tried", by: "other", code: "dearer_than_told", next: "again" };
    }
    await pay(asHolder(shop, row), { cart_id: cart.cart_id, list: [offerOf(row, cart.due, amount)] }, "own", {
      saved_payment_method_id: amount === 0 ? null : row.saved_payment_method_id,
    });
    const taken = await takeTerm(shop, row, cart.cart_id);
    if (taken === "taken") return { is: "renewed" };
    if (taken === "later") return { is: "later" };
    await letRenewalGo(shop, row, cart.cart_id);
    return declined([await lastFailure(shop, cart.cart_id)]);
  } catch (error) {
    return triedAs(shop, row, error);
  }
};

const offerOf = ({ method }: RenewalRow, due: string, amount: number): PaymentOffer =>
  amount === 0 || !method
    ? { gateway_id: "free", amount: due }
    : { gateway_id: method.gateway_id, amount: due, gateway_data: {} };

const declined = (codes: readonly (string | undefined)[]): Charged => ({
  is: "tried",
  by: "card",
  code: codes.find((code) => code !== undefined) ?? "card_declined",
  next: afterDecline(codes),
});

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const triedAs = async (shop: Shop, row: RenewalRow, error: unknown): Promise<Charged> => {
  if (!(error instanceof Refused)) throw error;
  if (passing.has(error.code)) return { is: "later" };
  if (error.code === "card_declined" || error.code === "incorrect_cvc")
    return declined([text(error.extra.bank_code), text(error.extra.decline_code)]);
  // The bank wants to see its customer, who is not there.
  if (error.code === "intent_requires_action") return declined(["authentication_required"]);
  shop.log.warn(
    { event: "renewal_refused", membership_id: row.membership_id, code: error.code },
    "a membership could not be renewed",
  );
  return { is: "tried", by: "other", code: error.code, next: "again" };
};
