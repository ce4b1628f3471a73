import type { Wire } from "../../db/statement.ts";
import type {
  CartCode,
  CartDiscount,
  CodeLimits,
  CodeRow,
  CodeUse,
  DiscountRow,
  DiscountShare,
  TakenVoucher,
  VisitorUse,
} from "./code.ts";
import {
  cartCodeRows,
  deleteUses,
  drawUses,
  insertUses,
  lockCodeGroups,
  lockCodes,
  lockVouchers,
  ruleRows,
  usesOfVisitors,
  type NamedRule,
} from "./codes.sql.ts";
import { cartDiscountRows, deleteShares, discountRows, writeShares } from "./discounts.sql.ts";

export type { NamedRule } from "./codes.sql.ts";

/** What the seller does not sell together, or not without a code, in the order in which it is judged. */
export const rulesOf = (wire: Wire, seller_id: string): Promise<NamedRule[]> => ruleRows(wire, seller_id);

/** The codes at work on carts, in the order in which they came. */
export const codesOfCarts = (wire: Wire, seller_id: string, cart_ids: readonly string[]): Promise<CartCode[]> =>
  cart_ids.length > 0 ? cartCodeRows(wire, seller_id, cart_ids) : Promise.resolve([]);

/** What the seller takes off, in the order in which it is taken. */
export const discountsOf = (wire: Wire, seller_id: string): Promise<DiscountRow[]> => discountRows(wire, seller_id);

/** What is taken off carts, as it was last worked out. */
export const discountsOfCarts = (wire: Wire, seller_id: string, cart_ids: readonly string[]): Promise<CartDiscount[]> =>
  cart_ids.length > 0 ? cartDiscountRows(wire, seller_id, cart_ids) : Promise.resolve([]);

type Named = {
  /** Codes as they are compared. */
  readonly codes: readonly string[];
  readonly vouchers: readonly string[];
  /** Carts whose codes may leave them. */
  readonly carts: readonly string[];
  /** Whoever asks; a visitor without a session yet has used nothing. */
  readonly identities: readonly string[];
};

/**
 * Locks what a hold names, last of all that it locks: codes with their counters, then their groups, then vouchers with the
 * tickets that have them. What a visitor has used already is read behind the locks.
 */
export const lockNamed = (
  wire: Wire,
  seller_id: string,
  { codes, vouchers, carts, identities }: Named,
): [Promise<CodeRow[]>, Promise<CodeLimits[]>, Promise<VisitorUse[]>, Promise<TakenVoucher[]>] => {
  // What came after the vouchers is a promo code.
  const texts = [...codes, ...vouchers];
  const some = texts.length + carts.length > 0;
  return [
    some ? lockCodes(wire, seller_id, texts, carts) : Promise.resolve([]),
    some ? lockCodeGroups(wire, seller_id, texts, carts) : Promise.resolve([]),
    some && identities.length > 0
      ? usesOfVisitors(wire, seller_id, texts, { cart_ids: carts, identity_ids: identities })
      : Promise.resolve([]),
    vouchers.length > 0 ? lockVouchers(wire, seller_id, vouchers) : Promise.resolve([]),
  ];
};

type Moves = {
  readonly kept: readonly CodeUse[];
  readonly gone: readonly CodeUse[];
  readonly draw: ReadonlyMap<string, number>;
  readonly groupDraw: ReadonlyMap<string, number>;
};

/** Writes down which codes carts have now and which of them work, and moves the counters. */
export const writeUses = async (
  wire: Wire,
  seller_id: string,
  { kept, gone, draw, groupDraw }: Moves,
): Promise<void> => {
  await Promise.all([
    deleteUses(wire, seller_id, gone),
    insertUses(wire, seller_id, kept),
    drawUses(wire, seller_id, "code", draw),
    drawUses(wire, seller_id, "code_group", groupDraw),
  ]);
};

/** Writes down what is taken off carts. */
export const writeDiscounts = async (
  wire: Wire,
  seller_id: string,
  { kept, gone }: { readonly kept: readonly DiscountShare[]; readonly gone: readonly DiscountShare[] },
): Promise<void> => {
  await Promise.all([deleteShares(wire, seller_id, gone), writeShares(wire, seller_id, kept)]);
};
