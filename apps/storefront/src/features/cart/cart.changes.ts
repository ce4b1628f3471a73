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
} from "@foyer/contract/cart.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import { cartClock, localExpiry } from "@foyer/rules/cartClock.ts";
import { call, Refused } from "../../api/call.ts";
import { savedOf } from "../../shared/saved.ts";
import { useSeller } from "../../shared/seller.tsx";
import { tell } from "../../shared/tell.ts";
import { currentCart, forget, keyOf } from "./cart.queries.ts";

/** Remembers what the server says of a cart, and tells what came into it and went. `isNew`: it held nothing before. */
const keep = (client: QueryClient, slug: string, reply: CartReply, isNew = false): void => {
  const cart = reply.cart._data[0];
  if (!cart) return;
  const known = client.getQueryData<CartReply>(keyOf(cart.id))?.cart._data[0];
  if (known || isNew) tell((words) => words.cartMeasured(known?.lines ?? [], cart.lines, cart.currency));
  client.setQueryData(keyOf(cart.id), reply);
  savedOf(slug).change({ cart_id: cart.id, local_expiry: localExpiry(cart.expires_in, Date.now()) });
};

export const useKeep = () => {
  const client = useQueryClient();
  const { slug } = useSeller();
  return (reply: CartReply): void => keep(client, slug, reply);
};

/** Changes of a cart wait for one another, or two quick first ones would make two carts. */
export const oneByOne = { id: "cart" } as const;

/** By which the server knows a change again. Not `randomUUID`, which pages without https do not have. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Query parameters that a page began with, as the contract takes them; the reserve page's own are no campaign. */
const campaignOf = (search: string): Record<string, string> => {
  const own = new Set(["session", "date", "reserve", "quantity", "tg", "select", "price"]);
  return Object.fromEntries(
    [...new URLSearchParams(search)]
      .filter(([name, value]) => !own.has(name) && name.length <= 200 && value.length <= 200)
      .slice(0, 30),
  );
};

export type CartChange = Omit<Sent<typeof modifyCart>, "cart_id">;

/** Adds and takes away: begins a cart where there is none, changes it where there is one. */
export const changeCart = (client: QueryClient, slug: string, change: CartChange): Promise<CartReply> => {
  const options: MutationOptions<CartReply, Error, CartChange> = {
    scope: oneByOne,
    mutationFn: async (wanted) => {
      const cart_id = currentCart(savedOf(slug).get());
      const create = () =>
        call(createCart, { ...wanted, channel_id: "web", campaign: campaignOf(window.location.search) });
      if (cart_id === null) return create();
      return call(modifyCart, { cart_id, ...wanted }, { key: newKey() }).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 404 || error.code !== "not_found") throw error;
        savedOf(slug).change(forget);
        return create();
      });
    },
    onSuccess: (reply) => keep(client, slug, reply, reply.cart._data[0]?.id !== savedOf(slug).get().cart_id),
  };
  return client.getMutationCache().build(client, options).execute(change);
};

export const useRemoveTickets = () => {
  const keep = useKeep();
  return useMutation({
    scope: oneByOne,
    mutationFn: (sent: Sent<typeof removeTickets>) => call(removeTickets, sent),
    onSuccess: keep,
  });
};

/** Takes over a guest's cart: from here on it is this browser's, under an id of its own. */
export const useTransferCart = () => {
  const keep = useKeep();
  return useMutation({
    scope: oneByOne,
    mutationFn: (sent: Sent<typeof transferCart>) => call(transferCart, sent),
    onSuccess: keep,
  });
};

const drop = (client: QueryClient, slug: string, cart_id: string): void => {
  const known = client.getQueryData<CartReply>(keyOf(cart_id))?.cart._data[0];
  if (known) tell((words) => words.cartMeasured(known.lines, [], known.currency));
  savedOf(slug).change(forget);
  client.removeQueries({ queryKey: keyOf(cart_id) });
};

/** Lets go of everything. A cart that is gone already is as good as deleted. */
export const useDeleteCart = () => {
  const client = useQueryClient();
  const { slug } = useSeller();
  return useMutation({
    scope: oneByOne,
    mutationFn: (sent: Sent<typeof deleteCart>) =>
      call(deleteCart, sent).catch((error: unknown) => {
        if (error instanceof Refused && error.code === "not_found") return { deleted: false };
        throw error;
      }),
    onSuccess: (_, { cart_id }) => drop(client, slug, cart_id),
  });
};

/** Asks for two minutes more. */
export const useExtendCart = () => {
  const client = useQueryClient();
  const { slug } = useSeller();
  return useMutation({
    scope: oneByOne,
    mutationFn: ({ id: cart_id, expires_at }: Pick<Cart, "id"> & { readonly expires_at: string }) =>
      call(extendCart, {
        cart_id,
        expires_at: Temporal.Instant.from(expires_at).add({ minutes: cartClock.moreMinutes }).toString(),
      }),
    onSuccess: (extended, { id }) => {
      client.setQueryData(
        keyOf(id),
        (known: CartReply | undefined) =>
          known && { ...known, cart: { _data: known.cart._data.map((cart) => ({ ...cart, ...extended })) } },
      );
      savedOf(slug).change({ local_expiry: localExpiry(extended.expires_in, Date.now()) });
    },
  });
};
