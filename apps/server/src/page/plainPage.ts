import { cspHash } from "./security/pageHeaders.ts";
import { escapeHtml } from "./document/escape.ts";

const style =
  ":root{color-scheme:light dark}body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:44rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.75rem;line-height:1.2;font-weight:600}ul{list-style:none;padding:0;display:grid;gap:1.25rem}a{color:inherit;text-underline-offset:.2em}p{margin:.25rem 0}small{opacity:.75}form{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}button{font:inherit;min-height:2.75rem;padding:.5rem 1rem}";

/** A page without a seller's storefront, such as an error at a URL of no seller. */
export const plainPage = (
  title: string,
  body: string,
): { readonly html: string; readonly headers: Record<string, string> } => ({
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  headers: {
    "content-security-policy": `default-src 'none'; style-src ${cspHash(style)}; img-src data:; frame-ancestors 'none'; base-uri 'none'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  },
});
