import type { FastifyInstance, FastifyReply } from "fastify";
import type { OfficeAssets } from "./officeAssets.ts";

/** Nothing of another host, no inline script, in no frame. Vite puts styles into the page while it develops. */
const policyOf = ({ isDevServer }: Pick<OfficeAssets, "isDevServer">): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${isDevServer ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevServer ? " ws:" : ""}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const headersOf = (assets: OfficeAssets): Readonly<Record<string, string>> => ({
  "content-security-policy": policyOf(assets),
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
});

const documentOf = ({ scripts, styles }: OfficeAssets): string => `<!doctype html>
<html lang="en" data-mode="auto" data-tier="newer"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Back office</title><link rel="icon" href="data:,">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("\n")}
${scripts.map((src) => `<script type="module" src="${src}"></script>`).join("\n")}
</head><body><div id="root"></div><noscript>The back office needs JavaScript.</noscript></body></html>`;

/**
 * Serves the back office: one document for each of its addresses. It is the same for everybody, since nobody is known before
 * they sign in, and what it shows comes from /staff_api.
 */
export const installOffice = (app: FastifyInstance, assets: OfficeAssets): void => {
  const html = documentOf(assets);
  const headers = headersOf(assets);
  const send = (reply: FastifyReply): FastifyReply =>
    reply.headers(headers).type("text/html; charset=utf-8").send(html);
  app.get("/_office", (_, reply) => reply.header("cache-control", "no-store").redirect("/_office/", 302));
  app.get("/_office/*", (_, reply) => send(reply));
  app.addHook("onClose", () => assets.close());
};
