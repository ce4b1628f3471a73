import type { Seller } from "@foyer/contract/shop/seller.ts";
import { canLogIn } from "../../shared/seller/canJoinOrLogIn.ts";

export const homeOptions = ["login", "join", "guest"] as const;
export type HomeOption = (typeof homeOptions)[number];

/**
 * The options of the home screen in the seller's order; unknown words are ignored, and an empty list means all. Without a
 * login there is no option to log in.
 */
export const homeOrder = (seller: Pick<Seller, "configuration" | "web">): readonly HomeOption[] => {
  const offered = homeOptions.filter((option) => option !== "login" || canLogIn(seller));
  const wanted = (seller.web.home_options ?? []).flatMap((name) => offered.find((option) => option === name) ?? []);
  return wanted.length > 0 ? [...new Set(wanted)] : offered;
};
