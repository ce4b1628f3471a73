import { queryOptions } from "@tanstack/react-query";
import { getSellerPage } from "@foyer/contract/shop/pages/getSellerPage.ts";
import type { SellerPageName } from "@foyer/contract/shop/pages/pageNames.ts";
import { call } from "../../api/call.ts";

export const sellerPageQuery = (page: SellerPageName) =>
  queryOptions({
    queryKey: ["seller-page", page],
    queryFn: ({ signal }) => call(getSellerPage, { page }, { signal }),
  });
