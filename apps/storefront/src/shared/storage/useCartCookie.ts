import { useEffect } from "react";
import { storageKey } from "@foyer/contract/storageKey.ts";
import { useSeller } from "../seller/seller.tsx";
import { savedStoreFor, type Saved } from "./saved.ts";

type KeptCart = Pick<Saved, "cart_id" | "local_expiry">;

const cookieOf = (slug: string): string => `foyer-cart.${slug}`;

const readCookie = (slug: string): KeptCart | undefined => {
  const value = document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(`${cookieOf(slug)}=`))
    ?.slice(cookieOf(slug).length + 1);
  const [, cart_id, expiry] = /^([\w-]{1,64})\.(\d{1,15})$/.exec(value ?? "") ?? [];
  return cart_id === undefined ? undefined : { cart_id, local_expiry: Number(expiry) };
};

const writeCookie = (slug: string, value: string, seconds: number): void => {
  document.cookie = `${cookieOf(slug)}=${value}; Path=/; SameSite=Lax; Max-Age=${Math.max(0, Math.ceil(seconds))}`;
};

/** A full storage keeps an older value, and a blocked one throws. */
const isStored = (slug: string, { cart_id }: Saved): boolean => {
  try {
    const stored = window.localStorage.getItem(storageKey(slug));
    return stored !== null && (JSON.parse(stored) as Partial<Saved>).cart_id === cart_id;
  } catch {
    return false;
  }
};

const keepInCookie = (slug: string, saved: Saved): void => {
  const { cart_id, local_expiry } = saved;
  if (cart_id !== null && local_expiry !== null && !isStored(slug, saved))
    return writeCookie(slug, `${cart_id}.${local_expiry}`, (local_expiry - Date.now()) / 1000);
  if (readCookie(slug)) writeCookie(slug, "", 0);
};

/** Keeps the cart's id in a cookie while the browser's storage is blocked or full, so that a reload finds the cart. */
export const useCartCookie = (): void => {
  const { slug } = useSeller();
  useEffect(() => {
    const store = savedStoreFor(slug);
    const kept = readCookie(slug);
    if (kept && kept.cart_id !== store.get().cart_id) store.change(kept);
    return store.subscribe(() => keepInCookie(slug, store.get()));
  }, [slug]);
};
