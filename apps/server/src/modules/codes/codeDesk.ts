import type { CheckoutRule } from "@foyer/rules/checkoutRules.ts";
import type { Wire } from "../../db/statement.ts";
import type { CartCode, CodeRow, CodeUse, TakenVoucher } from "./code.ts";
import { cartCodeRows, deleteUses, drawUses, insertUses, lockCodes, lockVouchers, ruleRows } from "./codes.sql.ts";

/** What the seller does not sell together, or not without a code, in the order in which it is judged. */
export const rulesOf = (wire: Wire, seller_id: string): Promise<CheckoutRule[]> => ruleRows(wire, seller_id);

/** The codes at work on carts, in the order in which they came. */
export const codesOfCarts = (wire: Wire, seller_id: string, cart_ids: readonly string[]): Promise<CartCode[]> =>
  cart_ids.length > 0 ? cartCodeRows(wire, seller_id, cart_ids) : Promise.resolve([]);

type Named = {
  /** Codes as they are compared. */
  readonly codes: readonly string[];
  readonly vouchers: readonly string[];
  /** Carts whose codes may leave them. */
  readonly carts: readonly string[];
};

/** Locks what a hold names, last of all that it locks: codes with their counters, vouchers with the tickets that have them. */
export const lockNamed = (
  wire: Wire,
  seller_id: string,
  { codes, vouchers, carts }: Named,
): [Promise<CodeRow[]>, Promise<TakenVoucher[]>] => {
  // What came after the vouchers is a promo code.
  const texts = [...codes, ...vouchers];
  const locked = texts.length + carts.length > 0 ? lockCodes(wire, seller_id, texts, carts) : Promise.resolve([]);
  return [locked, vouchers.length > 0 ? lockVouchers(wire, seller_id, vouchers) : Promise.resolve([])];
};

/** Writes down which uses ended and began, and moves the counters. */
export const writeUses = async (
  wire: Wire,
  seller_id: string,
  { begun, ended, draw }: { begun: readonly CodeUse[]; ended: readonly CodeUse[]; draw: ReadonlyMap<string, number> },
): Promise<void> => {
  await Promise.all([
    deleteUses(wire, seller_id, ended),
    insertUses(wire, seller_id, begun),
    drawUses(wire, seller_id, draw),
  ]);
};
