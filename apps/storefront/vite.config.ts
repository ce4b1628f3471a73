import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { defineConfig, type Plugin, type ESTree, type Rolldown } from "vite";

const compressible = /\.(?:js|css|svg|json|txt)$/;
const worthIt = 300;

/** Every text file is compressed once, here, at the highest level. */
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
  // The server's bundle names the font files; the browser's bundle is spared the list of them.
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
 * The browser needs of a call its name, method and path; the server has checked what it sends. So a call loses its
 * schemas here, and what nobody in the browser uses may be left out. A schema that is used there still works.
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
 * On a slow line each file costs a wait of its own, so what comes together is together. First: what the entry needs, and an
 * event page's days. With the first touch: what every page needs that is awake; what the event page needs and other
 * screens too; and the event page. All else stays apart, as it is asked for.
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
  // What is asked for by its own name stays a file of its own: the server finds it by that.
  const group = (debugName: string, priority: number, from: string): Rolldown.CodeSplittingGroup => ({
    name: (id, graph) => (!id.endsWith(from) && isReached(from, id, graph) ? debugName : null),
    debugName,
    priority,
  });
  return [
    {
      // The bundler's own few lines would be a file, and a wait, of their own.
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

/** What an index names beside what we use: it goes where it is used. */
const rarelyUsed = /query-core\/.*\/(?:queriesObserver|mutationObserver)|react-query\/.*\/(?:useQueries|useMutation)/;

const closure = (start: string, next: (id: string) => readonly string[]): ReadonlySet<string> => {
  const found = new Set([start]);
  for (const id of found) for (const one of next(id)) found.add(one);
  return found;
};

/** Libraries mark modules for frameworks that we do not use. */
const onwarn: NonNullable<Rolldown.InputOptions["onwarn"]> = (warning, warn) => {
  if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
};

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Where the server serves these files, in development too: no seller can have this name.
  base: "/assets/",
  publicDir: false,
  appType: "custom",
  builder: {},
  plugins: [leanContract, finish],
  resolve: {
    dedupe: ["react", "react-dom"],
    alias: [
      // The router brings a stand-in for what React has had for long.
      { find: "use-sync-external-store/shim/index.js", replacement: "react" },
      {
        find: "./infiniteQueryBehavior.js",
        replacement: join(import.meta.dirname, "src/shared/queries/noInfiniteQueries.ts"),
      },
    ],
  },
  // What is built is sent to every visitor: names that only people read would be a kilobyte of it.
  css: { modules: { generateScopedName: command === "build" ? "[hash:base64:4]" : "[local]_[hash:base64:5]" } },
  build: { target: "baseline-widely-available", assetsInlineLimit: 0, assetsDir: "files", reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: "manifest.json",
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
      // One bundle with everything in it, as for production whatever the process says: development React is slow.
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
