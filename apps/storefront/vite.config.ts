import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { defineConfig, type Plugin, type ESTree, type Rolldown, type ModulePreloadOptions } from "vite";

const compressible = /\.(?:js|css|svg|json|txt)$/;
const worthIt = 300;

/** Text files are compressed once, here, at the highest level. */
const compressed = (folder: string): Promise<void[]> =>
  readdir(folder, { recursive: true, withFileTypes: true }).then((entries) =>
    Promise.all(
      entries
        .filter((entry) => entry.isFile() && compressible.test(entry.name))
        .map(async (entry) => {
          const file = join(entry.parentPath, entry.name);
          const bytes = await readFile(file);
          if (bytes.length < worthIt) return;
          const quality = {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          };
          await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
          await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
    ),
  );

const finish: Plugin = {
  name: "foyer-finish",
  apply: "build",
  // The server's bundle contains the list of font files; the browser's does without.
  async buildApp(builder) {
    const { client, ssr } = builder.environments;
    if (!client || !ssr) throw new Error("both the browser's and the server's bundle are built");
    await builder.build(client);
    await builder.build(ssr);
    const folderOf = (outDir: string) => resolve(import.meta.dirname, outDir);
    const out = folderOf(client.config.build.outDir);
    await cp(join(folderOf(ssr.config.build.outDir), "files"), join(out, "files"), {
      recursive: true,
      filter: (file) => !/\.(?:js|css)$/.test(file),
    });
    await compressed(out);
  },
};

const schemas: ReadonlySet<string> = new Set(["summary", "params", "query", "body", "reply"]);

/**
 * The browser needs only method and path of an endpoint; the server validates what is sent. So endpoints lose their
 * schemas here, and unused ones are dropped. A schema that is used in the browser still works.
 */
const leanContract: Plugin = {
  name: "foyer-lean-contract",
  apply: "build",
  enforce: "post",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /packages\/contract\/src\/[\w/]+\.ts$/ },
    handler(code) {
      const written = (from: number, to: number) => code.slice(from, to);
      const lean = (node: ESTree.Expression): string => {
        const [sent] = node.type === "CallExpression" ? node.arguments : [];
        if (
          node.type !== "CallExpression" ||
          node.callee.type !== "Identifier" ||
          node.callee.name !== "endpoint" ||
          sent?.type !== "ObjectExpression"
        )
          return written(node.start, node.end);
        const kept = sent.properties.filter(
          (property) =>
            property.type === "SpreadElement" || property.key.type !== "Identifier" || !schemas.has(property.key.name),
        );
        return `{cached:false,raw:false,${kept.map(({ start, end }) => written(start, end)).join(",")}}`;
      };
      const edits: { start: number; end: number; text: string }[] = [];
      for (const statement of this.parse(code).body) {
        const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declared?.type !== "VariableDeclaration") continue;
        for (const { init } of declared.declarations)
          if (init?.type === "CallExpression" || init?.type === "ObjectExpression")
            edits.push({ start: init.start, end: init.end, text: `/*#__PURE__*/(()=>(${lean(init)}))()` });
      }
      return {
        code: edits.reduceRight(
          (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
          code,
        ),
        map: null,
      };
    },
  },
};

/**
 * On a slow connection each file costs a round trip, so what is needed together is bundled together. First the entry
 * and an event page's date step; then, for the first interaction, what every page needs, what the event page shares
 * with other screens, and the event page. Everything else is loaded on demand.
 */
const fewFiles = (): Rolldown.CodeSplittingGroup[] => {
  const reached = new Map<string, ReadonlySet<string>>();
  const isReached = (from: string, id: string, graph: Rolldown.ChunkingContext): boolean => {
    if (rarelyUsed.test(id)) return false;
    const start = join(import.meta.dirname, from);
    const known = reached.get(start) ?? closure(start, (one) => graph.getModuleInfo(one)?.importedIds ?? []);
    reached.set(start, known);
    return known.has(id);
  };
  // Entries of the manifest stay files of their own: the server finds them by name.
  const group = (debugName: string, priority: number, from: string): Rolldown.CodeSplittingGroup => ({
    name: (id, graph) => (!id.endsWith(from) && isReached(from, id, graph) ? debugName : null),
    debugName,
    priority,
  });
  return [
    {
      // The bundler's runtime would be a file, and a round trip, of its own.
      name: (id, graph) =>
        id.includes("rolldown/runtime") || isReached("src/entry.browser.tsx", id, graph) ? "shop" : null,
      debugName: "shop",
      priority: 4,
    },
    group("days", 3, "src/routes/events/EventScreen.tsx"),
    group("frame", 2, "src/shell/frame/PageFrame.tsx"),
    { ...group("forms", 1, "src/routes/events/FullEventPage.tsx"), minShareCount: 2 },
  ];
};

/** Modules that an index re-exports are bundled where they are used. */
const rarelyUsed = /query-core\/.*\/(?:queriesObserver|mutationObserver)|react-query\/.*\/(?:useQueries|useMutation)/;

const closure = (start: string, next: (id: string) => readonly string[]): ReadonlySet<string> => {
  const found = new Set([start]);
  for (const id of found) for (const one of next(id)) found.add(one);
  return found;
};

/** Libraries contain directives for frameworks that are not used here. */
const onwarn: NonNullable<Rolldown.InputOptions["onwarn"]> = (warning, warn) => {
  if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
};

/**
 * A part of the page imports its scripts by itself. A browser remembers for the page's life that a preload failed, so
 * that loading again after a network failure would fail too.
 */
const withoutScripts: NonNullable<ModulePreloadOptions["resolveDependencies"]> = (_file, files, { hostType }) =>
  hostType === "js" ? [] : files;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // The path under which the server serves these files, in development too: no seller can have this slug.
  base: "/assets/",
  publicDir: false,
  appType: "custom",
  builder: {},
  plugins: [leanContract, finish],
  resolve: {
    dedupe: ["react", "react-dom"],
    alias: [
      // The router contains a shim for what React has built in.
      { find: "use-sync-external-store/shim/index.js", replacement: "react" },
      // It parses the patterns of the router's own routes, which are not used here.
      { find: "regexparam", replacement: join(import.meta.dirname, "src/routes/noRoutePatterns.ts") },
      {
        find: "./infiniteQueryBehavior.js",
        replacement: join(import.meta.dirname, "src/shared/queries/noInfiniteQueries.ts"),
      },
    ],
  },
  // React's connection to its developer tools would be loaded at every visit; it is there in development.
  ...(command === "build" && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" } }),
  // Function names for debugging would add a kilobyte to every visit.
  css: { modules: { generateScopedName: command === "build" ? "[hash:base64:4]" : "[local]_[hash:base64:5]" } },
  build: { target: "baseline-widely-available", assetsInlineLimit: 0, assetsDir: "files", reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: "manifest.json",
        modulePreload: { polyfill: false, resolveDependencies: withoutScripts },
        rolldownOptions: {
          // The second is rendered on the server alone and is here for its style sheet.
          input: ["src/entry.browser.tsx", "src/routes/development/DevelopmentHomePage.tsx"],
          preserveEntrySignatures: "exports-only",
          onwarn,
          output: {
            chunkFileNames: "files/[hash:8].js",
            assetFileNames: "files/[hash:8][extname]",
            codeSplitting: { groups: fewFiles() },
          },
        },
      },
    },
    ssr: {
      // A single bundle, always built for production: React's development build is slow.
      ...(command === "build"
        ? { resolve: { noExternal: true as const }, define: { "process.env.NODE_ENV": '"production"' } }
        : { resolve: { noExternal: [/^@foyer\//] } }),
      build: {
        outDir: "dist/server",
        emitAssets: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: "src/entry.server.tsx",
          onwarn,
          output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
        },
      },
    },
  },
}));
