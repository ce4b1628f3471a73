import type { Seller } from "@foyer/contract/shop/seller.ts";
import { cleanHtml } from "./cleanHtml.ts";

type Terms = NonNullable<Seller["web"]["terms"]>;

/** The seller's terms as a page may show them. */
export const cleanTerms = (terms: Terms): Terms => ({ ...terms, html: cleanHtml(terms.html) });
