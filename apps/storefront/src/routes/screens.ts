import { use } from "react";
import { loadChunk } from "../shared/loadChunk.ts";
import type { Route } from "./routes.ts";
import type { ScreenModule } from "./screen.ts";

const loaded = new Map<string, ScreenModule>();
const loading = new Map<string, Promise<ScreenModule>>();

/** The file of a route's screen, loaded once. A failure is forgotten, so that the next visit tries again. */
export const loadScreen = (route: Route): Promise<ScreenModule> => {
  const known = loading.get(route.source);
  if (known) return known;
  const module = loadChunk(route.load);
  loading.set(route.source, module);
  module.then(
    (screen) => loaded.set(route.source, screen),
    () => loading.delete(route.source),
  );
  return module;
};

/** The screen to render; waits when it is not there yet. */
export const useScreen = (route: Route): ScreenModule => {
  const screen = loaded.get(route.source);
  return screen ?? use(loadScreen(route));
};
