import type { BootData } from "@foyer/contract/boot.ts";
import { hasUrlSecret } from "../../shared/url/hasUrlSecret.ts";
import { matchRoute } from "../routes.ts";

/** What comes after paying belongs to the same visit. */
const afterPayment: ReadonlySet<string> = new Set(["checkout-complete", "checkout-pending"]);

const needsOwnDocument = ({ seller }: BootData): boolean => {
  const { gateway, captcha } = seller.configuration;
  return (gateway !== undefined && gateway !== "test") || (captcha !== undefined && captcha.provider !== "altcha");
};

/**
 * Does the way to an address within the base lead into, or out of, the page where cards are typed? What a document may
 * load is settled when it is opened, and what it has loaded stays: so that page, where a card provider's or a captcha's script runs, is
 * a document of its own (docs/decisions/016). Where visits are measured it always is, and so is what comes after it,
 * which the container may hear of, and a page whose address nobody else may read.
 */
export const leavesDocument = (address: string, boot: BootData): boolean => {
  const hasAnalytics = boot.seller.web.analytics !== undefined;
  if (!hasAnalytics && !needsOwnDocument(boot)) return false;
  const { route } = matchRoute(address.split(/[?#]/, 1)[0] || "/", boot);
  const isOnCheckout = boot.shown.route === "checkout";
  if (isOnCheckout) return route.name !== "checkout" && (hasAnalytics || !afterPayment.has(route.name));
  return route.name === "checkout" || (hasAnalytics && hasUrlSecret(address));
};
