import type { BootData } from "@foyer/contract/boot.ts";
import { ChunkLoadError, loadChunk } from "../../shared/loading/loadChunk.ts";
import type { NavigateOptions, AppContext, Navigate } from "./appContext.ts";

/** Loads the code of navigation, which the first screen does not need. */
export const loadNavigateTo = () => loadChunk(() => import("./navigateTo.ts"));

/** Loads the code of navigation with its context. */
export const loadNavigation = async (boot: BootData) => {
  const [navigation, { browserQueryClient }] = await Promise.all([
    loadNavigateTo(),
    loadChunk(() => import("../../shared/queries/QueryProvider.tsx")),
  ]);
  return { ...navigation, context: { boot, client: browserQueryClient(boot.seller.slug) } satisfies AppContext };
};

/**
 * Intercepts the router's navigation, see navigateTo.ts. If it cannot be loaded, the browser navigates. A dialog of this
 * page, and any page while the server cannot be reached, are left to the banner, which loads again: what was typed stays.
 * Without the frame, which has the routes, the next screen would stay empty.
 */
export const navigation =
  (boot: BootData, loadFrame: () => Promise<unknown>) =>
  (navigate: Navigate, to: string, options?: NavigateOptions): void => {
    const { base } = boot;
    const within = to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`);
    if (!within) return navigate(to, options);
    const go = async (): Promise<void> => {
      const [{ navigateTo, context }] = await Promise.all([loadNavigation(boot), loadFrame()]);
      navigateTo(context, navigate, to, options);
    };
    void go().catch(async (error: unknown) => {
      if (to.split(/[?#]/)[0] === window.location.pathname) throw new ChunkLoadError(error, go);
      await fetch(to, { method: "HEAD" }).catch(() => {
        throw error;
      });
      window.location.assign(to);
    });
  };
