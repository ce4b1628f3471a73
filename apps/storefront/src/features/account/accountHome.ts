import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { paths } from "../../shared/url/paths.ts";

/** Where /my leads whoever is logged in: to their membership, else to the first page that the seller shows. */
export const accountHome = ({ my_account_pages: pages }: Configuration, hasMembership: boolean): string => {
  if (hasMembership) return paths.myMembership();
  if (pages?.my_profile) return paths.myProfile();
  if (pages?.upcoming_events) return paths.myUpcoming();
  return pages?.recent_orders ? paths.myOrders() : paths.myMembership();
};
