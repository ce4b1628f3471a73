import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBuilder } from "vite";
import { builtStorefront } from "../../../../scripts/build.mjs";
import { storefrontFolder } from "../../src/page/assets.ts";

/** The storefront built for production in a temporary folder: a copy of the last build if nothing has changed since. */
export const buildStorefront = async (): Promise<{ readonly dist: string; readonly remove: () => Promise<void> }> => {
  const dist = await mkdtemp(join(tmpdir(), "foyer-storefront-"));
  const remove = () => rm(dist, { recursive: true, force: true });
  const built = builtStorefront();
  if (built !== undefined) {
    await cp(built, dist, { recursive: true });
    return { dist, remove };
  }
  // As in scripts/build.mjs: with NODE_ENV=test Vite would build for development.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  const builder = await createBuilder({
    configFile: join(storefrontFolder, "vite.config.ts"),
    root: storefrontFolder,
    logLevel: "error",
    environments: {
      client: { build: { outDir: join(dist, "client") } },
      ssr: { build: { outDir: join(dist, "server") } },
    },
  });
  await builder.buildApp();
  process.env.NODE_ENV = before;
  return { dist, remove };
};
