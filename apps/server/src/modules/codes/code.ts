import type { ShelfCode } from "@foyer/rules/codes.ts";

/** A code with what a cart says of it. */
export type CodeRow = ShelfCode & {
  readonly group_key: string;
  readonly group_name: string;
  readonly group_description: string | null;
};
export type CartCode = CodeRow & { readonly cart_id: string };
/** A code at work on a cart. */
export type CodeUse = { readonly cart_id: string; readonly code_id: string };
/** A voucher with the live ticket that it lets in. */
export type TakenVoucher = { readonly id: string; readonly voucher: string };
