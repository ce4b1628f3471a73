import { listVouchers } from "@foyer/contract/office/catalogue/vouchers.ts";
import type { StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { listPages } from "../../shared/list/listSearch.ts";

/** The address parameters of the list. */
export const voucherSearchNames = ["from", "to", "dated"] as const;
export type VoucherSearch = {
  readonly [name in (typeof voucherSearchNames)[number] | "sort" | "columns"]?: string | undefined;
};
export type VoucherChoice = { readonly from: string; readonly to: string; readonly dated?: "visit" };

/** The sort of an address that was validated by the list. */
export const sortSent = (sort: string | undefined) =>
  sort === undefined ? {} : { sort: sort as NonNullable<StaffSent<typeof listVouchers>["sort"]> };

export const vouchersQuery = (slug: string, choice: VoucherChoice, sort: string | undefined) =>
  listPages(listVouchers, { name: "vouchers", slug, search: { ...choice, sort } });
