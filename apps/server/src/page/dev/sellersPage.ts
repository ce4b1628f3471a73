import type { Seller } from "@foyer/contract/shop/seller.ts";
import { escapeHtml } from "../document/escape.ts";
import { plainPage } from "../plainPage.ts";

/** Which of the variations one meets in this storefront. */
const variationsOf = ({ theme, web, default_currency_code, timezone, locale }: Seller): string =>
  [
    (theme.tier ?? 1) < 3 ? "older theme" : "newer theme",
    theme.mode === "dark" ? "dark" : theme.mode === "light" ? "light" : "light and dark",
    `${default_currency_code}, ${timezone}, ${locale}`,
    web.membership_presell
      ? "home with three options"
      : web.admission_event_id
        ? "home leads to admission"
        : "home leads to the listing",
    web.reserve_flow === "quantity_first" ? "quantity first" : "date first",
    ...(web.terms ? ["terms"] : []),
    ...(web.redirects?.disable_home_route ? ["home route disabled"] : []),
  ].join(" · ");

/** Outside production: every storefront of this server, and where each variation can be seen. */
export const sellersPage = (sellers: readonly Seller[]) =>
  plainPage(
    sellers.length === 0 ? "No seller yet" : "Storefronts of this server",
    sellers.length === 0
      ? "<p>Import a catalogue to begin: <code>npm run foyer -- import FILE</code></p>"
      : `<ul>${sellers
          .map(
            (seller) =>
              `<li><p><a href="/${seller.slug}">${escapeHtml(seller.name)}</a> <small>/${seller.slug}</small></p><p><small>${escapeHtml(variationsOf(seller))}</small></p><p><small><a href="/${seller.slug}/events">Listing</a> · <a href="/${seller.slug}/_stories">Components</a> · <a href="/${seller.slug}/sitemap.xml">Sitemap</a></small></p></li>`,
          )
          .join("")}</ul>`,
  );
