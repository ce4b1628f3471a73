import type { Seller } from "@foyer/contract/shop/seller.ts";
import { escapeHtml } from "./escape.ts";

export type PreviewBanner = { readonly html: string; readonly css: string };

/** Black on yellow in every theme, so that it is recognisable as no part of the seller's page. */
const css =
  "@layer theme{.preview-banner{padding:.5rem 1rem;background:#ffd84d;color:#1a1a1a;font:400 .875rem/1.4 system-ui,sans-serif;text-align:center}.preview-banner strong{font-weight:700}@media print{.preview-banner{display:none}}}";

/**
 * Shown above every page of a preview: says what it is, how to pay in it and when it ends. Undefined for any other
 * seller.
 */
export const previewBanner = ({ preview_until, locale, timezone }: Seller): PreviewBanner | undefined => {
  if (preview_until === undefined) return undefined;
  const until = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: timezone }).format(
    new Date(preview_until),
  );
  const text = `Nothing is sold here, and no email is sent. Pay with the test card 4242\u00a04242\u00a04242\u00a04242. It ends on ${until}.`;
  return {
    html: `<aside class="preview-banner" lang="en" aria-label="Preview"><strong>Preview</strong> ${escapeHtml(text)}</aside>`,
    css,
  };
};
