import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { isTooLate, localExpiry } from "@foyer/rules/cartClock.ts";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Refused } from "../../api/call.ts";
import { savedKey, useSaved } from "../../shared/saved.ts";
import { useSeller } from "../../shared/seller.tsx";
import { cartQuery, forget, useDeleteCart } from "./cart.queries.ts";
import { CartExpired, cartExpiredModal } from "./CartTimedOut.tsx";
import { ExtendTimer } from "./ExtendTimer.tsx";
import { MobileCart } from "./MobileCart.tsx";
import { changeStanding, readStanding } from "./standing.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

/** Two clocks that differ by less are the same clock: what is written makes other tabs ask again. */
const sameMoment = 2500;

/** Looks after the remembered cart on every page: its time, its end, and what other tabs do with it. */
export function CartWatch({ atCheckout }: { readonly atCheckout: boolean }) {
  const { slug } = useSeller();
  const client = useQueryClient();
  const [{ cart_id, local_expiry }, change] = useSaved();
  const expired = useModal(cartExpiredModal);
  const { mutate: letGo } = useDeleteCart();
  const left = useSecondsLeft(cart_id === null ? null : local_expiry);
  const isOver = left === 0;
  const { data, error, dataUpdatedAt } = useQuery({
    ...cartQuery(cart_id ?? ""),
    enabled: cart_id !== null && !isOver,
  });
  const cart = cart_id === null ? undefined : data?.cart._data.find(({ id }) => id === cart_id);
  const isPaying = cart?.payment_in_progress ?? false;
  const watched = useRef<string>(undefined);

  const timeOut = useCallback(
    (id: string): void => {
      changeStanding({ timed_out: id });
      change(forget);
      client.removeQueries({ queryKey: cartQuery(id).queryKey });
      // Who comes back the next day needs no alarm; who watched it run out does.
      if (watched.current === id) expired.open();
    },
    [change, client, expired],
  );

  useEffect(() => {
    if (cart_id !== null && isOver && !isPaying && readStanding().paying !== cart_id) timeOut(cart_id);
  }, [cart_id, isOver, isPaying, timeOut]);

  useEffect(() => {
    if (cart_id !== null && error instanceof Refused && error.code === "cart_expired") timeOut(cart_id);
  }, [cart_id, error, timeOut]);

  useEffect(() => {
    if (!cart || readStanding().paying === cart.id) return;
    if (cart.state === "completed") {
      changeStanding({ booked: cart.ticket_order_id });
      change(forget);
      return;
    }
    const isFirstSight = watched.current !== cart.id;
    watched.current = cart.id;
    if (isFirstSight && document.visibilityState === "visible" && isTooLate(cart, { atCheckout }))
      return letGo({ cart_id: cart.id });
    const known = localExpiry(cart.expires_in, dataUpdatedAt);
    const isSame =
      known !== null && local_expiry !== null ? Math.abs(known - local_expiry) < sameMoment : known === local_expiry;
    // A payment on its way holds the cart past its time.
    if (!isSame && !cart.payment_in_progress) change({ local_expiry: known });
    // Only what the server said last counts, not the clock that is set by it.
  }, [cart, dataUpdatedAt]);

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === savedKey(slug)) void client.invalidateQueries({ queryKey: ["cart"] });
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [client, slug]);

  return (
    <>
      {cart && left !== null && <ExtendTimer key={cart.id} cart={cart} left={left} />}
      <CartExpired atCheckout={atCheckout} />
      <MobileCart />
    </>
  );
}
