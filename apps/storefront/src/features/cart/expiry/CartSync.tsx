import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { isAboutToExpire, localExpiry } from "@foyer/rules/hold/cartTimer.ts";
import { storageKey } from "@foyer/contract/storageKey.ts";
import { forgetCheckoutDraft } from "../../../shared/storage/checkoutDraft.ts";
import { call } from "../../../api/call.ts";
import { readSaved, useSaved } from "../../../shared/storage/saved.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useDeleteCart } from "../cart.mutations.ts";
import { cartQuery, noSavedCart } from "../cart.queries.ts";
import { CartExpiredModal } from "./CartExpiredScreen.tsx";
import { ExtendCartModal } from "./ExtendCartModal.tsx";
import { useLinkedCode } from "../codes/useLinkedCode.ts";
import { MobileCart } from "../widget/MobileCart.tsx";
import { updateCartPageState, readCartPageState } from "../cartPageState.ts";
import { useCartExpiry } from "./useCartExpiry.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

/** In milliseconds. A smaller difference is not saved, because saving makes other tabs fetch the cart again. */
const expiryTolerance = 2500;

const isSameExpiry = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null ? Math.abs(one - other) < expiryTolerance : one === other;

/** Fetches the cart again when another tab has changed it. */
const useFetchOnStorage = (): void => {
  const { slug } = useSeller();
  const client = useQueryClient();
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKey(slug)) void client.invalidateQueries({ queryKey: ["cart"] });
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [client, slug]);
};

/** The cart that another tab has dropped without replacing it and before it timed out; null for any other change. */
const droppedCart = ({ oldValue, newValue }: StorageEvent): string | null =>
  readSaved(newValue).cart_id === null && readSaved(newValue).timed_out === null ? readSaved(oldValue).cart_id : null;

/** At the checkout, tells the buyer that another tab has paid. An empty cart would lead them to buy again. */
const useBookedElsewhere = (atCheckout: boolean): void => {
  const { slug } = useSeller();
  useEffect(() => {
    if (!atCheckout) return undefined;
    const onStorage = (event: StorageEvent): void => {
      const dropped = event.key === storageKey(slug) ? droppedCart(event) : null;
      if (dropped === null) return;
      // Does not use the cart's query, which is removed together with the cart.
      call(getCart, { cart_id: dropped }, { fresh: true }).then(
        ({ cart }) => {
          const order_id = cart._data[0]?.state === "completed" ? cart._data[0].ticket_order_id : null;
          if (order_id === null) return;
          updateCartPageState({ bookedOrderId: order_id });
          forgetCheckoutDraft(slug);
        },
        // The cart was emptied or the user logged out in the other tab. The page says so itself.
        () => undefined,
      );
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [slug, atCheckout]);
};

/** Keeps the saved cart up to date on every page: its expiry, its order, and changes by other tabs. */
export function CartSync({ atCheckout }: { readonly atCheckout: boolean }) {
  const [{ cart_id, local_expiry }, updateSaved] = useSaved();
  const { slug } = useSeller();
  const { mutate: deleteCart } = useDeleteCart();
  const left = useSecondsLeft(cart_id === null ? null : local_expiry);
  const isExpired = left === 0;
  const { data, error, dataUpdatedAt } = useQuery({
    ...cartQuery(cart_id ?? ""),
    enabled: cart_id !== null && !isExpired,
  });
  const cart = cart_id === null ? undefined : data?.cart._data.find(({ id }) => id === cart_id);
  useLinkedCode(cart);
  const { markSeen, showReleased } = useCartExpiry({ isExpired, isPaying: cart?.payment_in_progress ?? false, error });

  const syncCart = useEffectEvent((found: Cart): void => {
    if (readCartPageState().lostCart !== null) updateCartPageState({ lostCart: null });
    if (readCartPageState().payingCartId === found.id) return;
    if (found.state === "completed") {
      updateCartPageState({ bookedOrderId: found.ticket_order_id });
      forgetCheckoutDraft(slug);
      return updateSaved(noSavedCart);
    }
    const isFirstTime = markSeen(found.id);
    if (isFirstTime && document.visibilityState === "visible" && isAboutToExpire(found, { atCheckout }))
      return deleteCart({ cart_id: found.id }, { onSuccess: showReleased });
    const expiry = localExpiry(found.expires_in, dataUpdatedAt);
    // A running payment holds the cart beyond its expiry.
    if (!isSameExpiry(expiry, local_expiry) && !found.payment_in_progress) updateSaved({ local_expiry: expiry });
  });
  // After each reply of the server, but not when the expiry that this saves changes.
  useEffect(() => {
    if (cart) syncCart(cart);
  }, [cart, dataUpdatedAt]);
  useFetchOnStorage();
  useBookedElsewhere(atCheckout);

  return (
    <>
      {cart && left !== null && <ExtendCartModal key={cart.id} cart={cart} left={left} />}
      <CartExpiredModal atCheckout={atCheckout} />
      <MobileCart />
    </>
  );
}
