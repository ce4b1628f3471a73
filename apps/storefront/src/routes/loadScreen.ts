import { use } from "react";
import { failureMs, loadChunk } from "../shared/loading/loadChunk.ts";
import type { ScreenRoute } from "./route.ts";
import type { ScreenModule } from "./screen.ts";

const loading = new Map<string, Promise<ScreenModule>>();

/** Loads the module of a route's screen once. A failure is forgotten after a moment, so that the next visit tries again. */
export const loadScreen = (route: ScreenRoute): Promise<ScreenModule> => {
  const fulfilled = loading.get(route.source);
  if (fulfilled) return fulfilled;
  const module = loadScreenModule(route);
  loading.set(route.source, module);
  module.then(
    // React reads `status` and `value` of a promise: a loaded screen renders without suspending.
    (value) => Object.assign(module, { status: "fulfilled", value }),
    () => setTimeout(() => loading.delete(route.source), failureMs),
  );
  return module;
};

const loadScreenModule = async (route: ScreenRoute): Promise<ScreenModule> => {
  if (route.isLight) return loadChunk(route.load);
  const [screen, { withQueryClient }] = await Promise.all([
    loadChunk(route.load),
    loadChunk(() => import("../shared/queries/QueryProvider.tsx")),
  ]);
  return { ...screen, Screen: withQueryClient(screen.Screen) };
};

/** The screen to render; suspends until it is loaded. */
export const useScreen = (route: ScreenRoute): ScreenModule => use(loadScreen(route));
