import type { FastifyReply } from "fastify";
import { escapeHtml } from "../document/escape.ts";
import { cspHash } from "../security/pageHeaders.ts";

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.5rem;line-height:1.25}
ol{list-style:none;padding:0;display:grid;gap:1rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0;overflow-wrap:anywhere}
iframe{inline-size:100%;block-size:70rem;border:1px solid color-mix(in srgb,currentcolor 30%,transparent)}pre{white-space:pre-wrap;overflow-wrap:anywhere}`;

/** A plain page for trying out the shop. `body` is HTML. */
export const sendPage = (reply: FastifyReply, title: string, body: string): FastifyReply =>
  reply
    .header(
      "content-security-policy",
      `default-src 'none'; style-src ${cspHash(style)}; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    );
