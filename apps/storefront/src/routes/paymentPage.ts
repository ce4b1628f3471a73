import type { Boot } from "@foyer/contract/boot.ts";
import { holdsSecret } from "../shared/holdsSecret.ts";
import { matchRoute } from "./routes.ts";

/** What comes after paying belongs to the same visit. */
const after: ReadonlySet<string> = new Set(["checkout-complete", "checkout-pending"]);

const wantsOwnDocument = ({ seller }: Boot): boolean => {
  const { gateway, captcha } = seller.configuration;
  return gateway === "stripe" || (captcha !== undefined && captcha.provider !== "altcha");
};

/**
 * Does the way to an address within the base lead into, or out of, the page where cards are typed? What a document may
 * load is settled when it is opened, and what it has loaded stays: so that page, where a card provider's or a captcha's script runs, is
 * a document of its own (docs/decisions/016). Where visits are measured it always is, and so is what comes after it,
 * which the container may hear of, and a page whose address nobody else may read.
 */
export const leavesDocument = (address: string, boot: Boot): boolean => {
  const isMeasured = boot.seller.web.analytics !== undefined;
  if (!isMeasured && !wantsOwnDocument(boot)) return false;
  const { route } = matchRoute(address.split(/[?#]/, 1)[0] || "/", boot);
  const isPaying = boot.shown.route === "checkout";
  if (isPaying) return route.name !== "checkout" && (isMeasured || !after.has(route.name));
  return route.name === "checkout" || (isMeasured && holdsSecret(address));
};
