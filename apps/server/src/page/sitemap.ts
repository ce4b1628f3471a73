import type { ListedEvent } from "@foyer/contract/shop/listing.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { pagesOf } from "@foyer/contract/shop/pages/pageNames.ts";
import type { PageFetcher } from "@foyer/contract/page.ts";
import { escapeHtml } from "./document/escape.ts";

/** The sitemap of a seller: the listing, its public events and its own pages. */
export const renderSitemap = async (
  fetcher: PageFetcher,
  origin: string,
  { slug, web }: Pick<Seller, "slug" | "web">,
): Promise<string> => {
  const answer = await fetcher(
    `/cached_api/events/available?_seller=${slug}&hidden_type=public_browsable&_limit=1000`,
    { method: "GET", headers: { accept: "application/json" } },
  );
  if (!answer.ok) throw new Error(`the listing replied with status ${answer.status}`);
  const { event_template } = (await answer.json()) as { event_template: { _data: ListedEvent[] } };
  const addresses = [
    `${origin}/${slug}/events`,
    ...event_template._data.map(({ id }) => `${origin}/${slug}/events/${id}`),
    ...pagesOf(web).map((page) => `${origin}/${slug}/${page}`),
  ];
  const lines = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${lines}</urlset>`;
};

/** Personal pages have `noindex`, which crawlers only see if they may read the page, so only the API is disallowed. */
export const robotsText = (origin: string, slugs: readonly string[]): string =>
  ["User-agent: *", "Disallow: /api/", ...slugs.map((slug) => `Sitemap: ${origin}/${slug}/sitemap.xml`), ""].join("\n");
