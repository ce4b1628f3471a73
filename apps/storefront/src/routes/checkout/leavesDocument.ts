import type { BootData } from "@foyer/contract/boot.ts";
import { hasCardProvider } from "@foyer/rules/checkout/gateways.ts";
import { hasUrlSecret } from "../../shared/url/hasUrlSecret.ts";
import { matchRoute } from "../routes.ts";

/** The pages after a payment belong to the same visit. */
const afterPayment: ReadonlySet<string> = new Set(["checkout-complete", "checkout-pending"]);

/** The routes where card numbers are entered; apps/server/src/page/renderPage.ts gives them their policy. */
const paymentRoutes: ReadonlySet<string> = new Set(["checkout", "manage-confirm"]);

const needsOwnDocument = ({ seller }: BootData): boolean => {
  const { configuration } = seller;
  const { captcha } = configuration;
  return hasCardProvider(configuration) || (captcha !== undefined && captcha.provider !== "altcha");
};

/**
 * Whether a navigation has to load a new document: when it enters or leaves the checkout or the confirmation of a change,
 * where card numbers are entered. The content security policy is fixed when a document is opened, and loaded scripts stay,
 * so a page with the scripts of payment and captcha providers is a document of its own (docs/decisions/016). With
 * analytics, the checkout, the pages after it and pages with a secret in the URL always are.
 */
export const leavesDocument = (address: string, boot: BootData): boolean => {
  const hasAnalytics = boot.seller.web.analytics !== undefined;
  if (!hasAnalytics && !needsOwnDocument(boot)) return false;
  const { route } = matchRoute(address.split(/[?#]/, 1)[0] || "/", boot);
  const isPaying = paymentRoutes.has(route.name);
  if (paymentRoutes.has(boot.shown.route)) return !isPaying && (hasAnalytics || !afterPayment.has(route.name));
  return isPaying || (hasAnalytics && hasUrlSecret(address));
};
