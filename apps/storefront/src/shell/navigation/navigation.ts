import type { BootData } from "@foyer/contract/boot.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import type { NavigateOptions, AppContext, Navigate } from "./appContext.ts";

/** How one gets from screen to screen: nothing of it is needed on the first. */
export const loadNavigateTo = () => loadChunk(() => import("./navigateTo.ts"));

/** With what it takes. */
export const loadNavigation = async (boot: BootData) => {
  const [navigation, { browserQueryClient }] = await Promise.all([
    loadNavigateTo(),
    loadChunk(() => import("../../shared/queries/QueryProvider.tsx")),
  ]);
  return { ...navigation, house: { boot, client: browserQueryClient(boot.seller.slug) } satisfies AppContext };
};

/** Stands around every navigation, see `going.ts`. Without it the browser goes by itself. */
export const navigation =
  (boot: BootData) =>
  (navigate: Navigate, to: string, options?: NavigateOptions): void => {
    const { base } = boot;
    const within = to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`);
    if (!within) return navigate(to, options);
    void loadNavigation(boot).then(
      ({ navigateTo, house }) => navigateTo(house, navigate, to, options),
      () => window.location.assign(to),
    );
  };
