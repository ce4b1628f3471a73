import type { Boot } from "@foyer/contract/boot.ts";
import { matchRoute } from "./routes.ts";

/** What comes after paying belongs to the same visit. */
const after: ReadonlySet<string> = new Set(["checkout-complete", "checkout-pending"]);

/**
 * Does the way to an address within the base lead into, or out of, the page where cards are typed? What a document may
 * load is settled when it is opened, and what it has loaded stays: so that page, where a card provider's or a captcha's script runs, is
 * a document of its own (docs/decisions/016).
 */
export const leavesDocument = (address: string, boot: Boot): boolean => {
  const { gateway, captcha } = boot.seller.configuration;
  if (gateway !== "stripe" && (captcha === undefined || captcha.provider === "altcha")) return false;
  const { route } = matchRoute(address.split(/[?#]/, 1)[0] || "/", boot);
  if (boot.shown.route !== "checkout") return route.name === "checkout";
  return route.name !== "checkout" && !after.has(route.name);
};
