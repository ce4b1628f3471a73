import type { FastifyInstance, FastifyReply } from "fastify";
import type { DocumentAssets, OfficeAssets } from "./officeAssets.ts";
import { gateWorker } from "./gateWorker.ts";

type Screens = "office" | "gate";

/**
 * Allows nothing from another host, no inline scripts and no frames. In development Vite inserts styles into the page.
 * Only the gate has workers and a code reader in WebAssembly.
 */
const policyOf = ({ isDevServer }: Pick<OfficeAssets, "isDevServer">, screens: Screens): string =>
  [
    "default-src 'none'",
    `script-src 'self'${screens === "gate" ? " 'wasm-unsafe-eval'" : ""}`,
    ...(screens === "gate" ? ["worker-src 'self'", "media-src 'self'"] : []),
    `style-src 'self'${isDevServer ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevServer ? " ws:" : ""}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const headersOf = (assets: OfficeAssets, screens: Screens): Readonly<Record<string, string>> => ({
  "content-security-policy": policyOf(assets, screens),
  "permissions-policy": `camera=(${screens === "gate" ? "self" : ""}), microphone=(), geolocation=(), payment=(), usb=()`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
});

const documentOf = ({ scripts, styles }: DocumentAssets, title: string): string => `<!doctype html>
<html lang="en" data-mode="auto" data-tier="newer"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("\n")}
${scripts.map((src) => `<script type="module" src="${src}"></script>`).join("\n")}
</head><body><div id="root"></div><noscript>The back office needs JavaScript.</noscript></body></html>`;

/**
 * Serves the back office: one document for all of its addresses, and one for the gate. They are the same for everyone,
 * since nobody has signed in yet, and get their data from /staff_api.
 */
export const installOffice = (app: FastifyInstance, assets: OfficeAssets): void => {
  const html = documentOf(assets, "Back office");
  const headers = headersOf(assets, "office");
  const send = (reply: FastifyReply): FastifyReply =>
    reply.headers(headers).type("text/html; charset=utf-8").send(html);
  app.get("/_office", (_, reply) => reply.header("cache-control", "no-store").redirect("/_office/", 302));
  app.get("/_office/*", (_, reply) => send(reply));
  installGate(app, assets);
  app.addHook("onClose", () => assets.close());
};

const installGate = (app: FastifyInstance, assets: OfficeAssets): void => {
  const html = documentOf(assets.scan, "Gate");
  const headers = headersOf(assets, "gate");
  app.get("/_office/scan", (_, reply) => reply.header("cache-control", "no-store").redirect("/_office/scan/", 302));
  app.get("/_office/scan/", (_, reply) => reply.headers(headers).type("text/html; charset=utf-8").send(html));
  if (assets.scan.files === null) return;
  const worker = gateWorker(assets.scan.files, { html, headers });
  app.get("/_office/scan/worker.js", (_, reply) =>
    reply
      .headers({
        "content-security-policy": "default-src 'none'; connect-src 'self'",
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      })
      .type("text/javascript; charset=utf-8")
      .send(worker),
  );
};
