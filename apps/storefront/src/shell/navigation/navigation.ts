import type { BootData } from "@foyer/contract/boot.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
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

/** Intercepts the router's navigation, see navigateTo.ts. If it cannot be loaded, the browser navigates. */
export const navigation =
  (boot: BootData) =>
  (navigate: Navigate, to: string, options?: NavigateOptions): void => {
    const { base } = boot;
    const within = to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`);
    if (!within) return navigate(to, options);
    void loadNavigation(boot).then(
      ({ navigateTo, context }) => navigateTo(context, navigate, to, options),
      () => window.location.assign(to),
    );
  };
