import { dirname, relative, resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

/**
 * Modules read their files, such as migrations, fonts and the worker that reads uploads, at a place relative to their
 * source. The bundle keeps that place relative to its own, so that it can be moved together with the sources.
 */
const keepPlaces = (): Plugin => {
  let out = "";
  return {
    name: "foyer-keep-places",
    enforce: "pre",
    configResolved({ root, build }) {
      out = resolve(root, build.outDir);
    },
    transform: {
      filter: { code: /import\.meta\.(?:dirname|url)/ },
      handler(code, id) {
        const pathTo = (path: string): string => JSON.stringify(relative(out, path));
        const folder = `process.getBuiltinModule("node:path").join(import.meta.dirname, ${pathTo(dirname(id))})`;
        const url = `new URL(${pathTo(id)}, import.meta.url).href`;
        return {
          code: code.replaceAll(/import\.meta\.(?:dirname|url)/g, (found) => (found.endsWith("url") ? url : folder)),
          map: null,
        };
      },
    },
  };
};

/**
 * The server and its packages in a few files: Node loads them with a third of the work and two thirds of the memory of
 * their 4,000 files (docs/decisions/089). Nothing is renamed or shortened, so that stack traces can be read.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [keepPlaces()],
  // Each package in the files that Node's own loader would find.
  resolve: { mainFields: [] },
  ssr: {
    noExternal: true,
    // Native code, or files of their own that they read where they are; Vite is used in development only.
    external: ["sharp", "pdfkit", "vite"],
    resolve: { conditions: ["node"] },
  },
  build: {
    ssr: true,
    outDir: "dist",
    // A running server may still load parts of the bundle that it was started from.
    emptyOutDir: false,
    minify: false,
    target: "esnext",
    sourcemap: true,
    rolldownOptions: {
      input: { main: "src/main.ts" },
      // Traces are optional, and their libraries patch what they find loaded.
      external: [/^@opentelemetry\//],
      output: { chunkFileNames: "[name]-[hash].js", sourcemapExcludeSources: true },
    },
  },
});
