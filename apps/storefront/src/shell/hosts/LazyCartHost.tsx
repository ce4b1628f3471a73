import { useState } from "react";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { savedStoreFor, useSaved } from "../../shared/storage/saved.ts";
import { LoadedHost } from "./LoadedHost.tsx";

const lazyCartWatch = lazyComponent(
  ["src/features/cart/expiry/CartSync.tsx"],
  () => import("../../features/cart/expiry/CartSync.tsx"),
);

/** With a saved cart, its host is loaded before the page, so that no cart is shown before its timer is set. */
export const preloadCartWatch = async (slug: string): Promise<void> => {
  if (savedStoreFor(slug).get().cart_id !== null) await lazyCartWatch.load().catch(() => undefined);
};

/** Loads the cart's timer and dialogs as soon as there is a cart or an open dialog. */
export function LazyCartHost({ atCheckout }: { readonly atCheckout: boolean }) {
  const [{ cart_id }] = useSaved();
  const { names } = useModals();
  const [isWanted, setWanted] = useState(false);
  // Stays mounted, because it has to notice when the cart is gone.
  if (!isWanted && (cart_id !== null || names.length > 0)) setWanted(true);
  return (
    isWanted && (
      <LoadedHost part={lazyCartWatch} name="cart">
        {(watch) => <watch.CartSync atCheckout={atCheckout} />}
      </LoadedHost>
    )
  );
}
