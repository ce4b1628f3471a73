import type { BootData } from "@foyer/contract/boot.ts";
import type { Params } from "./screen.ts";
import { paths } from "../shared/url/paths.ts";

type Shop = Pick<BootData, "seller">;

/** Presell: memberships are offered before tickets. */
export const hasPresell = ({ seller }: Shop): boolean =>
  seller.web.membership_presell === true && seller.web.membership_event_id !== undefined;

/** The target of the home route. */
export const homeTarget = ({ seller }: Shop): string =>
  seller.web.admission_event_id ? paths.event(seller.web.admission_event_id) : paths.events();

/** Redirects that follow from the seller's settings; undefined if the route has a screen. */
export const sellerRedirect = (route: string, params: Params, shop: Shop): string | undefined => {
  const { membership_event_id, external_membership_url } = shop.seller.web;
  if (route === "home") return hasPresell(shop) ? undefined : homeTarget(shop);
  if (route === "membership-redeem") return membership_event_id ? undefined : paths.membership();
  if (route !== "membership") return undefined;
  return external_membership_url ?? (membership_event_id ? paths.event(membership_event_id, params.action) : undefined);
};
