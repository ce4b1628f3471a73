import { sellerFinder } from "../http/sellers.ts";
import { askAsBrowser, checkPage, type CheckedPage } from "../page/checkPage.ts";
import type { Command } from "./command.ts";

/** `foyer check-page`: to be run every day, and after whatever stands in front of the shop was changed. */
export const checkPages: Command = {
  takes: "[SLUG…]",
  says: [
    "Compares the payment page, as a browser receives it at BASE_URL, with what was built here (PCI DSS 11.6.1)",
    "Exit code 1 when a header or a script is another. Without SLUG: of every seller who takes cards with Stripe",
  ].join("\n"),
  run: async (slugs, desk) => {
    const connections = await desk.open();
    const db = connections.acrossSellers();
    const { origin } = await desk.outside(connections);
    const find = sellerFinder(db, 0);
    const paying = await db
      .selectFrom("seller as s")
      .innerJoin("payment_keys as k", "k.seller_id", "s.id")
      .select("s.slug")
      .where("k.gateway_id", "=", "stripe")
      .orderBy("s.slug")
      .execute();
    const pages = paying.map(({ slug }) => slug);
    const stranger = slugs.find((slug) => !pages.includes(slug));
    if (stranger !== undefined) throw new Error(`'${stranger}' is no seller who takes cards with Stripe.`);
    let sound = true;
    for (const slug of slugs.length > 0 ? slugs : pages) {
      const seller = await find(slug);
      if (!seller) continue;
      const checked = await checkPage(seller, { origin, get: askAsBrowser }).catch((error: unknown) => error);
      if (checked instanceof Error) {
        desk.print(`${origin}/${slug}/checkout: cannot be compared: ${reasonOf(checked)}`);
        sound = false;
        continue;
      }
      const { address, faults, headers, scripts, fingerprint } = checked as CheckedPage;
      for (const fault of faults) desk.print(`${address}: ${fault}`);
      if (faults.length === 0)
        desk.print(`${address}: as it was made (${headers} headers, ${scripts} scripts, ${fingerprint})`);
      sound &&= faults.length === 0;
    }
    if (pages.length === 0) desk.print("Nobody takes cards with Stripe here.");
    return sound ? 0 : 1;
  },
};

/** Node says what happened in the cause of its 'fetch failed'. */
const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message);
