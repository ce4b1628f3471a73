import type { Seller } from "@foyer/contract/shop/seller.ts";
import { cleanHtml } from "../../http/sanitize/cleanHtml.ts";
import { cleanTerms } from "../../http/sanitize/cleanTerms.ts";

const publicSellers = new WeakMap<Seller, Seller>();

/** Only which pages exist. Their text is fetched where it is read. */
const titlesOnly = (pages: NonNullable<Seller["web"]["pages"]>): typeof pages =>
  Object.fromEntries(Object.keys(pages).map((name) => [name, { html: "" }]));

/**
 * A seller as sent to the page: its HTML is sanitised again, and codes are left out, as is the tag container if it must
 * not be loaded.
 */
export const publicSeller = (seller: Seller, mayLoadContainer: boolean): Seller => {
  const cached = publicSellers.get(seller);
  if (cached) return cached;
  const { web: given, meta } = seller;
  const { analytics, ...web } = given;
  const { zip_codes, ...rest } = seller.configuration;
  // The codes that postcodes map to stay on the server: on the page anyone could read them. The page only gets the
  // countries whose postcodes are looked up.
  const configuration = zip_codes
    ? { ...rest, zip_codes: Object.fromEntries(Object.keys(zip_codes).map((country) => [country, ""])) }
    : rest;
  const clean: Seller = {
    ...seller,
    configuration,
    meta: {
      ...meta,
      ...(meta.completed_order_message === undefined
        ? {}
        : { completed_order_message: cleanHtml(meta.completed_order_message) }),
    },
    web: {
      ...web,
      ...(mayLoadContainer && analytics ? { analytics } : {}),
      ...(web.terms ? { terms: cleanTerms(web.terms) } : {}),
      ...(web.pages ? { pages: titlesOnly(web.pages) } : {}),
      ...(web.content_blocks
        ? { content_blocks: web.content_blocks.map((block) => ({ ...block, html: cleanHtml(block.html) })) }
        : {}),
    },
  };
  publicSellers.set(seller, clean);
  return clean;
};
