import { queryOptions } from "@tanstack/react-query";
import { getSellerPage } from "@foyer/contract/shop/sellerPages.ts";
import type { SellerPageName } from "@foyer/contract/shop/writtenPages.ts";
import { call } from "../../api/call.ts";

export const sellerPageQuery = (page: SellerPageName) =>
  queryOptions({
    queryKey: ["seller-page", page],
    queryFn: ({ signal }) => call(getSellerPage, { page }, { signal }),
  });
