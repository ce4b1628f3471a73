import type { PageFonts } from "@foyer/contract/page.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { escapeHtml } from "../document/escape.ts";
import { pageTheme } from "../document/theme.ts";
import { cspHash } from "../security/pageHeaders.ts";

const layout = [
  "*{box-sizing:border-box;margin:0}",
  ":root{--paper:var(--seller-color-paper);--surface:var(--seller-color-surface);--text:var(--seller-color-text);--muted:var(--seller-text-muted);--brand:var(--seller-color-brand);--on-brand:var(--seller-on-brand)}",
  '[data-mode="light"]{color-scheme:light}[data-mode="dark"]{color-scheme:dark}[data-mode="auto"]{color-scheme:light dark}',
  "body{min-height:100svh;display:grid;align-content:center;justify-items:center;gap:1.5rem;padding:1.5rem;background:var(--paper);color:var(--text);font:1.0625rem/1.5 var(--seller-font-text)}",
  "header img{display:block;max-width:12rem;max-height:4rem}header strong{font:600 1.375rem/1.2 var(--seller-font-display)}",
  "main{display:grid;gap:1.25rem;width:100%;max-width:28rem;padding:clamp(1.25rem,5vw,2rem);border-radius:var(--seller-radius,4px);background:var(--surface);border:1px solid color-mix(in oklab,var(--text) 16%,transparent)}",
  "h1{font:600 1.5rem/1.2 var(--seller-font-display)}small{color:var(--muted);font-size:.9375rem}",
  "dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}dt{color:var(--muted)}dd{text-align:end;font-variant-numeric:tabular-nums}dd:last-child{font-weight:600}",
  "form{display:grid;gap:.75rem}button{min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--brand);border-radius:var(--seller-radius,4px);background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}",
  'button[value="agree"]{background:var(--brand);color:var(--on-brand)}button:focus-visible{outline:2px solid var(--text);outline-offset:2px}',
].join("");

const darkNames = ["color-paper", "color-surface", "color-text", "text-muted", "color-brand", "on-brand"] as const;
const ownNames = ["paper", "surface", "text", "muted", "brand", "on-brand"] as const;
const dark = `{${ownNames.map((name, index) => `--${name}:var(--seller-dark-${darkNames[index]})`).join(";")}}`;
const darkRules = `[data-mode="dark"]${dark}@media (prefers-color-scheme:dark){[data-mode="auto"]${dark}}`;

type Challenge = { readonly seller: Seller; readonly amount: string; readonly fonts: PageFonts };

const imageUrl = (slug: string, image: string): string =>
  escapeHtml(
    `/cached_api/image/${encodeURIComponent(image)}?${new URLSearchParams({ sizex: "384", sizey: "128", shrinkonly: "true", _seller: slug })}`,
  );

/** The seller's logo for the page's colour scheme, or its name. */
const logoOf = ({ slug, name, meta: { logo, logo_dark = logo } }: Seller, mode: "auto" | "light" | "dark"): string => {
  if (logo === undefined || logo_dark === undefined) return `<strong>${escapeHtml(name)}</strong>`;
  const image = `<img src="${imageUrl(slug, mode === "dark" ? logo_dark : logo)}" alt="${escapeHtml(name)}">`;
  return mode === "auto"
    ? `<picture><source media="(prefers-color-scheme:dark)" srcset="${imageUrl(slug, logo_dark)}">${image}</picture>`
    : image;
};

/** The page of the test gateway's bank, with the branding of the seller whose payment it is. */
export const testBankPage = ({
  seller,
  amount,
  fonts,
}: Challenge): { readonly html: string; readonly headers: Record<string, string> } => {
  const { css, mode } = pageTheme(seller.theme, fonts);
  const style = `${css}${layout}${darkRules}`;
  return {
    html: [
      `<!doctype html><html lang="en" data-mode="${mode}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
      `<title>Confirm your payment</title><link rel="icon" href="data:,"><style>${style}</style></head><body>`,
      `<header>${logoOf(seller, mode)}</header><main><h1>Confirm your payment</h1>`,
      `<dl><dt>Merchant</dt><dd>${escapeHtml(seller.name)}</dd><dt>Amount</dt><dd>${escapeHtml(amount)}</dd></dl>`,
      "<p>This is where your bank would ask you to confirm the payment.</p>",
      '<form method="post"><button name="decision" value="agree">Complete authentication</button><button name="decision" value="refuse">Fail authentication</button></form>',
      "<small>Test mode: no money moves.</small></main></body></html>",
    ].join(""),
    headers: {
      "content-security-policy": `default-src 'none'; style-src ${cspHash(style)}; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  };
};
