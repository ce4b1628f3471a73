import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Text files are compressed once, here, at the highest level. */
const compress: Plugin = {
  name: "foyer-compress",
  apply: "build",
  async closeBundle() {
    const folder = join(import.meta.dirname, "dist/files");
    for (const name of await readdir(folder)) {
      if (!/\.(?:js|css|svg|wasm)$/.test(name)) continue;
      const file = join(folder, name);
      const bytes = await readFile(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }
  },
};

const foundation = join(import.meta.dirname, "../../packages/ui/src/styles/foundation.css");

/**
 * Puts the order of the layers at the head of each style sheet. The minifier leaves the statement out where the layers of
 * one file come in that order, and a screen's styles may arrive before those of the foundation.
 */
const layerOrder: Plugin = {
  name: "foyer-layer-order",
  apply: "build",
  enforce: "post",
  async generateBundle(_, bundle) {
    const [order] = /^@layer [^;{]+;/m.exec(await readFile(foundation, "utf8")) ?? [];
    if (!order) throw new Error("foundation.css names no order of layers");
    for (const file of Object.values(bundle))
      if (file.type === "asset" && file.fileName.endsWith(".css")) file.source = `${order}${String(file.source)}`;
  },
};

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // No seller's slug begins with an underscore.
  base: "/_office/",
  publicDir: false as const,
  appType: "custom" as const,
  plugins: [layerOrder, compress],
  resolve: { dedupe: ["react", "react-dom"] },
  css: { modules: { generateScopedName: command === "build" ? "[hash:base64:5]" : "[local]_[hash:base64:5]" } },
  build: {
    target: "baseline-widely-available",
    outDir: "dist",
    assetsDir: "files",
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    // The policy of the page allows no inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ["src/entry.browser.tsx", "src/scan/entry.scan.tsx"],
      onwarn: (warning, warn) => {
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
    },
  },
}));
