import type { CodeSnapshot } from "@foyer/rules/pricing/codes.ts";
import type { Discount } from "@foyer/rules/pricing/discounts.ts";

/** A code with the names that a cart shows. */
export type CodeRow = CodeSnapshot & {
  /** In the seller's spelling. */
  readonly code: string;
  /** The code redeems a gift for a membership. */
  readonly is_gift: boolean;
  readonly group_key: string;
  readonly group_name: string;
  readonly group_description: string | null;
  /** The database's time. */
  readonly now: string;
};
export type CartCode = CodeRow & {
  readonly cart_id: string;
  readonly is_applied: boolean;
  /** Its group limits each buyer's uses. */
  readonly limited: boolean;
};
/** A code of a cart, applied or waiting. */
export type CartCodeState = { readonly cart_id: string; readonly code_id: string; readonly is_applied: boolean };
/** Limits of a code group; -1 for unlimited. */
export type CodeLimits = {
  readonly id: string;
  readonly max_uses: number;
  readonly max_uses_each: number;
  readonly used: number;
};
/** A use of a code by a visitor, in a cart or an order. */
export type VisitorUse = {
  readonly identity_id: string;
  readonly cart_id: string;
  readonly code_id: string;
  readonly code_group_id: string;
};
/** A voucher with the active ticket that uses it. */
export type TakenVoucher = { readonly id: string; readonly voucher: string };
/** Codes and vouchers as they were when they were locked. */
export type LockedCodes = {
  readonly codes: readonly CodeRow[];
  readonly limits: readonly CodeLimits[];
  /** Visitors' uses of groups that limit each visitor's uses. */
  readonly uses: readonly VisitorUse[];
  readonly vouchers: readonly TakenVoucher[];
};
/** The effect of a change on the codes of carts and on their counters. */
export type CodeWrites = {
  readonly upserts: readonly CartCodeState[];
  readonly removals: readonly CartCodeState[];
  /** The changes of the counters of codes and of their groups, by id. */
  readonly codeUsage: ReadonlyMap<string, number>;
  readonly groupUsage: ReadonlyMap<string, number>;
};
/** The effect of a change on the discounts of carts. */
export type DiscountWrites = {
  readonly upserts: readonly CartDiscountAmount[];
  readonly removals: readonly CartDiscountAmount[];
};

/** A discount with the names that a cart shows. */
export type DiscountRow = Discount & {
  readonly name: string;
  readonly description: string | null;
  /** Keys of the code groups that activate it. */
  readonly group_keys: readonly string[];
  readonly now: string;
};
/** A discount of a cart and its amount. */
export type CartDiscount = DiscountRow & { readonly cart_id: string; readonly amount: number };
export type CartDiscountAmount = { readonly cart_id: string; readonly discount_id: string; readonly amount: number };
