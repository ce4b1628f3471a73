import type { PageHead } from "@foyer/contract/page.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { escapeHtml } from "./escape.ts";

const stripTags = (text: string): string =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const truncate = (text: string, maxLength = 160): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/\s+\S*$/, "")}…`;

/** The address of a picture, as others fetch it. */
export const imageUrl = (origin: string, slug: string, image: string, width = 1200): string =>
  `${origin}/cached_api/image/${encodeURIComponent(image)}?sizex=${width}&shrinkonly=true&_seller=${slug}`;

export type HeadParts = {
  readonly seller: Seller;
  readonly origin: string;
  readonly head: PageHead;
  /** The page's own address, without what does not change it. */
  readonly canonical: string;
  readonly isHidden: boolean;
  readonly isEvent: boolean;
};

/** Title, description, canonical address, link preview, icon. */
export const renderHead = ({ seller, origin, head, canonical, isHidden, isEvent }: HeadParts): string => {
  const title = head.title ? `${head.title} – ${seller.name}` : seller.name;
  const description = truncate(stripTags(head.description ?? seller.meta.tagline ?? ""));
  const image = head.image ?? seller.meta.share_image ?? seller.meta.logo;
  const icon = seller.meta.favicon ? imageUrl("", seller.slug, seller.meta.favicon, 64) : "data:,";
  const properties: readonly (readonly [string, string | undefined])[] = [
    ["og:type", isEvent ? "article" : "website"],
    ["og:site_name", seller.name],
    ["og:title", head.title ?? seller.name],
    ["og:description", description || undefined],
    ["og:url", canonical],
    ["og:locale", seller.locale.replace("-", "_")],
    ["og:image", image && imageUrl(origin, seller.slug, image)],
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
