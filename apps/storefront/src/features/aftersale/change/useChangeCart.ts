import { useQuery } from "@tanstack/react-query";
import type { Cart, Ticket } from "@foyer/contract/shop/cart.ts";
import { Refused } from "../../../api/call.ts";
import { cartQuery } from "../../cart/cart.queries.ts";
import { useChangeSecondsLeft } from "./useHoldTimer.ts";

export type ChangeCart = Cart & { readonly change: NonNullable<Cart["change"]> };

export type FoundChange =
  | { readonly kind: "loading" | "none" | "failed" }
  | { readonly kind: "over"; readonly outcome: "expired" | "done" | "failed" }
  | {
      readonly kind: "open";
      readonly cart: ChangeCart;
      readonly tickets: readonly Ticket[];
      /** Seconds until it expires; null while a payment holds it. */
      readonly left: number | null;
    };

const hasChange = (cart: Cart): cart is ChangeCart => cart.change !== null;

/**
 * The visitor's open change of an order, by its own cart, which is not the saved cart. `over`: it has expired, is already
 * confirmed, or is no longer possible because the order has changed.
 */
export const useChangeCart = (cart_id: string | null): FoundChange => {
  const { data, error, dataUpdatedAt } = useQuery({ ...cartQuery(cart_id ?? ""), enabled: cart_id !== null });
  const cart = cart_id === null ? undefined : data?.cart._data[0];
  const left = useChangeSecondsLeft(cart, dataUpdatedAt);
  if (cart_id === null) return { kind: "none" };
  if (error instanceof Refused && error.status < 500) return { kind: "over", outcome: "expired" };
  if (!cart) return { kind: error ? "failed" : "loading" };
  if (cart.state === "completed") return { kind: "over", outcome: "done" };
  if (cart.state !== "pending" || left === 0) return { kind: "over", outcome: "expired" };
  if (!hasChange(cart)) return { kind: "over", outcome: "failed" };
  return { kind: "open", cart, tickets: data?.ticket._data ?? [], left };
};
