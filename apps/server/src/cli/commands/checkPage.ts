import { sellerFinder } from "../../http/sellerFinder.ts";
import { originOf } from "../../providers/sellerOrigin.ts";
import { sellersWithGatewayKeys } from "../../jobs/dueSellers.sql.ts";
import { fetchAsBrowser, checkPaymentPage, type PaymentPageCheck } from "../../page/security/checkPaymentPage.ts";
import type { Command } from "../command.ts";

/** `foyer check-page`: run it every day, and after each change of a proxy in front of the shop. */
export const checkPageCommand: Command = {
  usage: "[SLUG…]",
  description: [
    "Compares the payment page at its public address with the one of this build (PCI DSS 11.6.1)",
    "Exit code 1 when a header or a script differs. Without SLUG: for every seller with keys of a card provider",
  ].join("\n"),
  run: async (slugs, context) => {
    const connections = await context.openConnections();
    const db = connections.acrossSellers();
    const { origin: baseUrl } = await context.openProviders(connections);
    const find = sellerFinder(db, 0);
    const pages = (await sellersWithGatewayKeys(db)).map(({ slug }) => slug);
    const unknownSlug = slugs.find((slug) => !pages.includes(slug));
    if (unknownSlug !== undefined) throw new Error(`'${unknownSlug}' has no keys of a card provider.`);
    let isUnchanged = true;
    for (const slug of slugs.length > 0 ? slugs : pages) {
      const seller = await find(slug);
      if (!seller) continue;
      const origin = originOf(baseUrl, seller);
      const checked = await checkPaymentPage(seller, { origin, get: fetchAsBrowser }).catch((error: unknown) => error);
      if (checked instanceof Error) {
        context.print(`${origin}/${slug}/checkout: could not be compared: ${reasonOf(checked)}`);
        isUnchanged = false;
        continue;
      }
      const { address, differences, headers, scripts, fingerprint } = checked as PaymentPageCheck;
      for (const difference of differences) context.print(`${address}: ${difference}`);
      if (differences.length === 0)
        context.print(`${address}: unchanged (${headers} headers, ${scripts} scripts, ${fingerprint})`);
      isUnchanged &&= differences.length === 0;
    }
    if (pages.length === 0) context.print("No seller has keys of a card provider.");
    return isUnchanged ? 0 : 1;
  },
};

/** Node's fetch only says 'fetch failed'; the cause has the reason. */
const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message);
