import type { Pipeline } from "../../db/statements/statement.ts";
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
import { cartDiscountRows, deleteCartDiscounts, activeDiscountRows, upsertCartDiscounts } from "./discounts.sql.ts";

export type { NamedRule } from "./codes.sql.ts";

/** Checkout rules, in the order in which they are checked. */
export const readCheckoutRules = (pipeline: Pipeline, seller_id: string): Promise<NamedRule[]> =>
  checkoutRuleRows(pipeline, seller_id);

/** The codes of carts, in the order in which they were entered. */
export const readCartCodes = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CartCode[]> => (cart_ids.length > 0 ? cartCodeRows(pipeline, seller_id, cart_ids) : Promise.resolve([]));

/** The seller's discounts, in the order in which they apply. */
export const readDiscounts = (pipeline: Pipeline, seller_id: string): Promise<DiscountRow[]> =>
  activeDiscountRows(pipeline, seller_id);

/** The discounts of carts as they were last computed. */
export const readCartDiscounts = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CartDiscount[]> =>
  cart_ids.length > 0 ? cartDiscountRows(pipeline, seller_id, cart_ids) : Promise.resolve([]);

type CodeLockRequest = {
  /** Normalised codes. */
  readonly codes: readonly string[];
  readonly vouchers: readonly string[];
  /** Carts whose codes may be removed. */
  readonly carts: readonly string[];
  /** A new visitor has no identity yet and no uses. */
  readonly identities: readonly string[];
};

/**
 * Locks codes, then their groups, then vouchers, which are a hold's last locks except for memberships. Uses of visitors
 * are read after them.
 */
export const lockCodesAndVouchers = (
  pipeline: Pipeline,
  seller_id: string,
  { codes, vouchers, carts, identities }: CodeLockRequest,
): Promise<LockedCodes> => {
  // The texts of vouchers are included, because those that are not vouchers may be promo codes.
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

/** Writes which codes carts have and which of them are applied, and changes the counters. */
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

/** Writes the amounts that discounts take off carts. */
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
