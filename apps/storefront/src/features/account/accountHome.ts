import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { paths } from "../../shared/url/paths.ts";

/** The page to which /my leads: the membership, or the first page that the seller has enabled. */
export const accountHome = ({ my_account_pages: pages }: Configuration, hasMembership: boolean): string => {
  if (hasMembership) return paths.myMembership();
  if (pages?.my_profile) return paths.myProfile();
  if (pages?.upcoming_events) return paths.myUpcoming();
  return pages?.recent_orders ? paths.myOrders() : paths.myMembership();
};
