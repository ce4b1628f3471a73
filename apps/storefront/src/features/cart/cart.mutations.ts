import { useMutation, useQueryClient, type MutationOptions, type QueryClient } from "@tanstack/react-query";
import {
  createCart,
  deleteCart,
  extendCart,
  modifyCart,
  removeTickets,
  transferCart,
  type Cart,
  type CartReply,
} from "@foyer/contract/shop/cart.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import { cartTimer, localExpiry } from "@foyer/rules/hold/cartTimer.ts";
import { call, Refused } from "../../api/call.ts";
import { newIdempotencyKey } from "../../api/newIdempotencyKey.ts";
import { forgetCheckoutDraft } from "../../shared/storage/checkoutDraft.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import { track } from "../../shared/analytics/track.ts";
import { currentCartId, noSavedCart, cartKey } from "./cart.queries.ts";

/** Stores a cart from the server and tracks what was added and removed. `isNew`: it was empty before. */
const storeCart = (client: QueryClient, slug: string, reply: CartReply, isNew = false): void => {
  const cart = reply.cart._data[0];
  if (!cart) return;
  const previous = client.getQueryData<CartReply>(cartKey(cart.id))?.cart._data[0];
  if (previous || isNew) track((analytics) => analytics.cartEvents(previous?.lines ?? [], cart.lines, cart.currency));
  client.setQueryData(cartKey(cart.id), reply);
  savedStoreFor(slug).change({ cart_id: cart.id, local_expiry: localExpiry(cart.expires_in, Date.now()) });
};

export const useStoreCart = () => {
  const client = useQueryClient();
  const { slug } = useSeller();
  return (reply: CartReply): void => storeCart(client, slug, reply);
};

/** Cart changes run one after another, because two quick first ones would create two carts. */
export const cartMutationScope = { id: "cart" } as const;

/** The campaign: query parameters of the page, within the contract's limits and without those of the event page. */
const readCampaign = (search: string): Record<string, string> => {
  const own = new Set(["session", "date", "reserve", "quantity", "tg", "select", "price"]);
  return Object.fromEntries(
    [...new URLSearchParams(search)]
      .filter(([name, value]) => !own.has(name) && name.length <= 200 && value.length <= 200)
      .slice(0, 30),
  );
};

export type CartModification = Omit<Sent<typeof createCart>, "campaign" | "channel_id">;

/** Tested by setting a cookie, because Chromium reports `cookieEnabled` even if its settings block cookies. */
const keepsCookies = (): boolean => {
  if (document.cookie !== "") return true;
  document.cookie = "foyer-cookies=1; path=/; max-age=1; samesite=lax";
  return document.cookie !== "";
};

/** Refuses, before anything is held, if the browser stores no cookies. */
const requireCookies = async (): Promise<void> => {
  if (keepsCookies()) return;
  const { cookiesBlocked } = await loadChunk(() => import("./cookiesBlocked.ts"));
  throw cookiesBlocked();
};

/** Adds and removes tickets in the visitor's cart, and creates one if there is none. */
export const modifyCurrentCart = (client: QueryClient, slug: string, change: CartModification): Promise<CartReply> => {
  const options: MutationOptions<CartReply, Error, CartModification> = {
    scope: cartMutationScope,
    mutationFn: async (wantedChange) => {
      await requireCookies();
      const cart_id = currentCartId(savedStoreFor(slug).get());
      const create = () =>
        call(
          createCart,
          { ...wantedChange, channel_id: "web", campaign: readCampaign(window.location.search) },
          { key: newIdempotencyKey() },
        );
      if (cart_id === null) return create();
      return call(modifyCart, { cart_id, ...wantedChange }, { key: newIdempotencyKey() }).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 404 || error.code !== "not_found") throw error;
        savedStoreFor(slug).change(noSavedCart);
        return create();
      });
    },
    onSuccess: (reply) => storeCart(client, slug, reply, reply.cart._data[0]?.id !== savedStoreFor(slug).get().cart_id),
  };
  return client.getMutationCache().build(client, options).execute(change);
};

export const useRemoveTickets = () => {
  const store = useStoreCart();
  return useMutation({
    scope: cartMutationScope,
    mutationFn: (sent: Sent<typeof removeTickets>) => call(removeTickets, sent),
    onSuccess: store,
  });
};

/** Takes over a guest's cart, which gets a new id and then belongs to this browser. */
export const useTransferCart = () => {
  const store = useStoreCart();
  return useMutation({
    scope: cartMutationScope,
    mutationFn: (sent: Sent<typeof transferCart>) => call(transferCart, sent),
    onSuccess: store,
  });
};

const dropCart = (client: QueryClient, slug: string, cart_id: string): void => {
  const previous = client.getQueryData<CartReply>(cartKey(cart_id))?.cart._data[0];
  if (previous) track((analytics) => analytics.cartEvents(previous.lines, [], previous.currency));
  savedStoreFor(slug).change(noSavedCart);
  forgetCheckoutDraft(slug);
  client.removeQueries({ queryKey: cartKey(cart_id) });
};

/** Deletes the cart. One that no longer exists counts as deleted. */
export const useDeleteCart = () => {
  const client = useQueryClient();
  const { slug } = useSeller();
  return useMutation({
    scope: cartMutationScope,
    mutationFn: (sent: Sent<typeof deleteCart>) =>
      call(deleteCart, sent).catch((error: unknown) => {
        if (error instanceof Refused && error.code === "not_found") return { deleted: false };
        throw error;
      }),
    onSuccess: (_, { cart_id }) => dropCart(client, slug, cart_id),
  });
};

/** Extends the hold by two minutes. */
export const useExtendCart = () => {
  const client = useQueryClient();
  const { slug } = useSeller();
  return useMutation({
    scope: cartMutationScope,
    mutationFn: ({ id: cart_id, expires_at }: Pick<Cart, "id"> & { readonly expires_at: string }) =>
      call(extendCart, {
        cart_id,
        expires_at: Temporal.Instant.from(expires_at).add({ minutes: cartTimer.extensionMinutes }).toString(),
      }),
    onSuccess: (extended, { id }) => {
      client.setQueryData(
        cartKey(id),
        (known: CartReply | undefined) =>
          known && { ...known, cart: { _data: known.cart._data.map((cart) => ({ ...cart, ...extended })) } },
      );
      savedStoreFor(slug).change({ local_expiry: localExpiry(extended.expires_in, Date.now()) });
    },
  });
};
