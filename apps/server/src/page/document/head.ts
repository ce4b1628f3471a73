import type { PageHead } from "@foyer/contract/page.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { escapeHtml, stripTags } from "./escape.ts";

const truncate = (text: string, maxLength = 160): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/\s+\S*$/, "")}…`;

/** The full URL of a picture, for other sites. */
export const absoluteImageUrl = (origin: string, slug: string, image: string, width = 1200): string =>
  `${origin}/cached_api/image/${encodeURIComponent(image)}?sizex=${width}&shrinkonly=true&_seller=${slug}`;

export type HeadParts = {
  readonly seller: Seller;
  readonly origin: string;
  readonly head: PageHead;
  /** The page's URL without parameters that do not change it. */
  readonly canonical: string;
  readonly isHidden: boolean;
  readonly isEvent: boolean;
};

/** Title, description, canonical URL, link preview and icon. */
export const renderHead = ({ seller, origin, head, canonical, isHidden, isEvent }: HeadParts): string => {
  const title = head.title ? `${head.title} – ${seller.name}` : seller.name;
  const description = truncate(stripTags(head.description ?? seller.meta.tagline ?? ""));
  const image = head.image ?? seller.meta.share_image ?? seller.meta.logo;
  const icon = seller.meta.favicon ? absoluteImageUrl("", seller.slug, seller.meta.favicon, 64) : "data:,";
  const properties: readonly (readonly [string, string | undefined])[] = [
    ["og:type", isEvent ? "article" : "website"],
    ["og:site_name", seller.name],
    ["og:title", head.title ?? seller.name],
    ["og:description", description || undefined],
    ["og:url", canonical],
    ["og:locale", seller.locale.replace("-", "_")],
    ["og:image", image && `${absoluteImageUrl(origin, seller.slug, image)}&shape=share`],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    isHidden ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...properties.map(([name, value]) => (value ? `<meta property="${name}" content="${escapeHtml(value)}">` : "")),
    `<meta name="twitter:card" content="${image ? "summary_large_image" : "summary"}">`,
    `<link rel="icon" href="${escapeHtml(icon)}">`,
  ].join("");
};
