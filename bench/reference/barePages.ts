import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import Fastify from "fastify";
import { build } from "vite";
import type { Press } from "../slowPhone.ts";

/** Reference pages with the same HTML, styles and images but without the product's scripts. */
export type BarePages = {
  readonly withoutScript: string;
  readonly reactOnly: string;
  readonly reactOnlyPress: Press;
  close(): Promise<void>;
};

/**
 * Serves the same page with plain Fastify: without scripts (no page can paint sooner), and with React and a single button
 * (no React page can respond sooner).
 */
export const openBarePages = async (page: string): Promise<BarePages> => {
  const { origin, pathname } = new URL(page);
  const html = await (await fetch(page)).text();
  const withoutScript = html
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<script(?![^>]*json)[^>]*>.*?<\/script>/g, "");
  const button = '<div id="react"><button type="button">0</button></div>';
  const reactOnly = withoutScript
    .replace('<div id="root">', `${button}$&`)
    .replace("</body>", '<script type="module" fetchpriority="low" src="/only-react.js"></script></body>');
  if (withoutScript === html || reactOnly.length < withoutScript.length + 100)
    throw new Error("The page no longer has the expected form.");

  const app = Fastify();
  const send = (path: string, type: string, text: string): void => {
    const body = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: type === "text/html" ? 4 : 11 },
    });
    app.get(path, async (_, reply) => reply.header("content-encoding", "br").type(`${type}; charset=utf-8`).send(body));
  };
  send(pathname, "text/html", withoutScript);
  send("/only-react", "text/html", reactOnly);
  send("/only-react.js", "text/javascript", await bundleReactOnly());

  // Images and fonts as the server sends them, each fetched from it once.
  const files = new Map<string, { type: string; body: Buffer }>();
  app.get("/*", async (request, reply) => {
    const key = `${request.url} ${request.headers.accept}`;
    let file = files.get(key);
    if (!file) {
      const answer = await fetch(origin + request.url, { headers: { accept: request.headers.accept ?? "*/*" } });
      if (!answer.ok) return reply.code(answer.status).send();
      file = { type: answer.headers.get("content-type") ?? "", body: Buffer.from(await answer.arrayBuffer()) };
      files.set(key, file);
    }
    return reply.type(file.type).header("cache-control", "public, max-age=31536000, immutable").send(file.body);
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    withoutScript: address + pathname,
    reactOnly: `${address}/only-react`,
    reactOnlyPress: { press: "#react button", effect: "#react [data-hydrated]" },
    close: () => app.close(),
  };
};

const source = `
  import { createElement, useEffect, useState } from "react";
  import { hydrateRoot } from "react-dom/client";
  const Button = () => {
    const [isHydrated, setHydrated] = useState(false);
    useEffect(() => setHydrated(true), []);
    return createElement("button", { type: "button", "data-hydrated": isHydrated || undefined }, "0");
  };
  hydrateRoot(document.getElementById("react"), createElement(Button));
`;

/** Bundles React and one button in the same way as the storefront. */
const bundleReactOnly = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-react-"));
  try {
    const input = join(folder, "only.js");
    await writeFile(input, source);
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = "production";
    const storefront = join(import.meta.dirname, "../../apps/storefront");
    const built = await build({
      configFile: false,
      root: storefront,
      logLevel: "error",
      resolve: {
        alias: [
          { find: /^react(-dom)?(?=\/|$)/, replacement: join(import.meta.dirname, "../../node_modules/react$1") },
        ],
      },
      build: { write: false, target: "baseline-widely-available", modulePreload: false, rolldownOptions: { input } },
    });
    process.env.NODE_ENV = before;
    const [chunk] = "output" in built ? built.output : [];
    if (chunk?.type !== "chunk") throw new Error("React alone was not bundled.");
    return chunk.code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
