import { infiniteQueryOptions } from "@tanstack/react-query";
import { listVouchers } from "@foyer/contract/office/catalogue/vouchers.ts";
import { callOffice } from "../../shared/call.ts";

/** What the address of the list holds. */
export const voucherSearchNames = ["from", "to", "dated"] as const;
export type VoucherSearch = { readonly [name in (typeof voucherSearchNames)[number]]?: string | undefined };
export type VoucherChoice = { readonly from: string; readonly to: string; readonly dated?: "visit" };

export const vouchersQuery = (slug: string, choice: VoucherChoice) =>
  infiniteQueryOptions({
    queryKey: ["vouchers", slug, choice],
    queryFn: ({ pageParam }) =>
      callOffice(listVouchers, { ...choice, ...(pageParam !== null && { after: pageParam }) }, slug),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
