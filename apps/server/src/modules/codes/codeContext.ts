import type { Pipeline } from "../../db/statement.ts";
import type {
  CartCode,
  CartDiscount,
  CodeLimits,
  CodeRow,
  CartCodeState,
  DiscountRow,
  CartDiscountAmount,
  TakenVoucher,
  VisitorUse,
} from "./code.ts";
import {
  cartCodeRows,
  deleteCartCodes,
  addCodeUsage,
  upsertCartCodes,
  lockCodeGroups,
  lockCodes,
  lockVouchers,
  checkoutRuleRows,
  visitorUseRows,
  type NamedRule,
} from "./codes.sql.ts";
import { cartDiscountRows, deleteCartDiscounts, discountRows, upsertCartDiscounts } from "./discounts.sql.ts";

export type { NamedRule } from "./codes.sql.ts";

/** What the seller does not sell together, or not without a code, in the order in which it is judged. */
export const readCheckoutRules = (wire: Pipeline, seller_id: string): Promise<NamedRule[]> =>
  checkoutRuleRows(wire, seller_id);

/** The codes at work on carts, in the order in which they came. */
export const readCartCodes = (wire: Pipeline, seller_id: string, cart_ids: readonly string[]): Promise<CartCode[]> =>
  cart_ids.length > 0 ? cartCodeRows(wire, seller_id, cart_ids) : Promise.resolve([]);

/** What the seller takes off, in the order in which it is taken. */
export const readDiscounts = (wire: Pipeline, seller_id: string): Promise<DiscountRow[]> =>
  discountRows(wire, seller_id);

/** What is taken off carts, as it was last worked out. */
export const readCartDiscounts = (
  wire: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CartDiscount[]> => (cart_ids.length > 0 ? cartDiscountRows(wire, seller_id, cart_ids) : Promise.resolve([]));

type CodeLockRequest = {
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
export const lockCodesAndVouchers = (
  wire: Pipeline,
  seller_id: string,
  { codes, vouchers, carts, identities }: CodeLockRequest,
): [Promise<CodeRow[]>, Promise<CodeLimits[]>, Promise<VisitorUse[]>, Promise<TakenVoucher[]>] => {
  // What came after the vouchers is a promo code.
  const texts = [...codes, ...vouchers];
  const isNeeded = texts.length + carts.length > 0;
  return [
    isNeeded ? lockCodes(wire, seller_id, texts, carts) : Promise.resolve([]),
    isNeeded ? lockCodeGroups(wire, seller_id, texts, carts) : Promise.resolve([]),
    isNeeded && identities.length > 0
      ? visitorUseRows(wire, seller_id, texts, { cart_ids: carts, identity_ids: identities })
      : Promise.resolve([]),
    vouchers.length > 0 ? lockVouchers(wire, seller_id, vouchers) : Promise.resolve([]),
  ];
};

type CodeWrites = {
  readonly kept: readonly CartCodeState[];
  readonly gone: readonly CartCodeState[];
  readonly draw: ReadonlyMap<string, number>;
  readonly groupDraw: ReadonlyMap<string, number>;
};

/** Writes down which codes carts have now and which of them work, and moves the counters. */
export const writeCartCodes = async (
  wire: Pipeline,
  seller_id: string,
  { kept, gone, draw, groupDraw }: CodeWrites,
): Promise<void> => {
  await Promise.all([
    deleteCartCodes(wire, seller_id, gone),
    upsertCartCodes(wire, seller_id, kept),
    addCodeUsage(wire, seller_id, "code", draw),
    addCodeUsage(wire, seller_id, "code_group", groupDraw),
  ]);
};

/** Writes down what is taken off carts. */
export const writeCartDiscounts = async (
  wire: Pipeline,
  seller_id: string,
  { kept, gone }: { readonly kept: readonly CartDiscountAmount[]; readonly gone: readonly CartDiscountAmount[] },
): Promise<void> => {
  await Promise.all([deleteCartDiscounts(wire, seller_id, gone), upsertCartDiscounts(wire, seller_id, kept)]);
};
