import type { BootData } from "@foyer/contract/boot.ts";
import { triggerHydration } from "../shared/hydration/deferredHydration.ts";
import { loadLazyComponents } from "../shared/loading/lazyComponent.ts";
import { lazyPageFrame } from "../shell/frame/lazyPageFrame.ts";
import { eventRoute } from "./events/eventRoute.ts";
import { loadScreen } from "./loadScreen.ts";

/** Loads what the first view needs to hydrate: everything on it, or with deferred hydration its screen only. */
export const loadFirstScreen = async ({ seller, shown }: BootData): Promise<void> => {
  if (shown.deferHydration) return void (await loadScreen(eventRoute));
  triggerHydration("needed");
  const { routeTable, preloadCart } = await lazyPageFrame.load();
  const cartPreload = preloadCart(seller.slug);
  const { staticParts = [] } = await loadScreen(routeTable.routeNamed(shown.route));
  for (const part of staticParts) await part.load();
  await loadLazyComponents(shown.lazyComponents);
  await cartPreload;
};
