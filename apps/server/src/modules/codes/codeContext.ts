import type { Pipeline } from "../../db/statement.ts";
import { awaitAll } from "../../db/awaitAll.ts";
import type { CartCode, CartDiscount, CodeWrites, DiscountRow, DiscountWrites, LockedCodes } from "./code.ts";
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
export const readCheckoutRules = (pipeline: Pipeline, seller_id: string): Promise<NamedRule[]> =>
  checkoutRuleRows(pipeline, seller_id);

/** The codes at work on carts, in the order in which they came. */
export const readCartCodes = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CartCode[]> => (cart_ids.length > 0 ? cartCodeRows(pipeline, seller_id, cart_ids) : Promise.resolve([]));

/** What the seller takes off, in the order in which it is taken. */
export const readDiscounts = (pipeline: Pipeline, seller_id: string): Promise<DiscountRow[]> =>
  discountRows(pipeline, seller_id);

/** What is taken off carts, as it was last worked out. */
export const readCartDiscounts = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CartDiscount[]> =>
  cart_ids.length > 0 ? cartDiscountRows(pipeline, seller_id, cart_ids) : Promise.resolve([]);

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
  pipeline: Pipeline,
  seller_id: string,
  { codes, vouchers, carts, identities }: CodeLockRequest,
): Promise<LockedCodes> => {
  // What came after the vouchers is a promo code.
  const texts = [...codes, ...vouchers];
  const isNeeded = texts.length + carts.length > 0;
  return awaitAll({
    codes: isNeeded ? lockCodes(pipeline, seller_id, texts, carts) : Promise.resolve([]),
    limits: isNeeded ? lockCodeGroups(pipeline, seller_id, texts, carts) : Promise.resolve([]),
    uses:
      isNeeded && identities.length > 0
        ? visitorUseRows(pipeline, seller_id, texts, { cart_ids: carts, identity_ids: identities })
        : Promise.resolve([]),
    vouchers: vouchers.length > 0 ? lockVouchers(pipeline, seller_id, vouchers) : Promise.resolve([]),
  });
};

/** Writes which codes carts have and which of them work, and moves the counters. */
export const writeCartCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  { upserts, removals, codeUsage, groupUsage }: CodeWrites,
): Promise<void> => {
  await Promise.all([
    deleteCartCodes(pipeline, seller_id, removals),
    upsertCartCodes(pipeline, seller_id, upserts),
    addCodeUsage(pipeline, seller_id, "code", codeUsage),
    addCodeUsage(pipeline, seller_id, "code_group", groupUsage),
  ]);
};

/** Writes what discounts take off carts. */
export const writeCartDiscounts = async (
  pipeline: Pipeline,
  seller_id: string,
  { upserts, removals }: DiscountWrites,
): Promise<void> => {
  await Promise.all([
    deleteCartDiscounts(pipeline, seller_id, removals),
    upsertCartDiscounts(pipeline, seller_id, upserts),
  ]);
};
