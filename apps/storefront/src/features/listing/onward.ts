import type { QueryClient } from "@tanstack/react-query";
import type { Cart, CartReply } from "@foyer/contract/cart.ts";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { nextAfterReserve, nextInChain, type Onward } from "@foyer/rules/upsell.ts";
import type { Boot } from "@foyer/contract/boot.ts";
import { savedOf } from "../../shared/saved.ts";
import { upsellQuery } from "./upsell.queries.ts";

/** A shop that does not answer must not keep a visitor from the checkout. */
const patience = 2000;

export type Reserved = {
  readonly event: Pick<EventTemplate, "id" | "config">;
  /** The cart as it stands now. */
  readonly reply: CartReply;
  readonly isAnchored: boolean;
  readonly isGift: boolean;
};

/** Where this happens, and to whom. */
export type Onwards = {
  readonly client: QueryClient;
  readonly seller: Boot["seller"];
  readonly navigate: (to: string) => void;
};

/** The chain without what cannot be had with this cart: sold out, not at its time, not on sale at all. */
const upsellsFor = async ({ client, seller }: Onwards, held: Cart) => {
  const { upsells } = seller.configuration;
  if (!upsells?.chain) return upsells;
  const asked = client.fetchQuery({ ...upsellQuery({}, held, upsells), staleTime: 10_000 });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const onSale = await Promise.race([asked, late]).catch(() => undefined);
  if (!onSale) return upsells;
  const had = new Set(onSale.event_template._data.filter(({ sold_out }) => !sold_out).map(({ id }) => id));
  return { ...upsells, chain: upsells.chain.filter((id) => had.has(id)) };
};

const go = ({ seller, navigate }: Onwards, { route, reached }: Onward): void => {
  savedOf(seller.slug).change({ upsell_chain: reached });
  navigate(route);
};

/** Leads a visitor on from an event after a reservation. */
export const afterReserve = async (house: Onwards, { event, reply, isAnchored, isGift }: Reserved): Promise<void> => {
  const [held] = reply.cart._data;
  if (!held) return;
  const { web, configuration, slug } = house.seller;
  const saved = savedOf(slug).get();
  const skipUpsells = web.skip_upsells === true || saved.skip_upsells;
  go(
    house,
    nextAfterReserve({
      event_template_id: event.id,
      next_route: event.config.next_route,
      upsells: skipUpsells ? configuration.upsells : await upsellsFor(house, held),
      skipUpsells,
      isAnchored,
      isGift,
      cart: held,
      reached: saved.upsell_chain,
    }),
  );
};

/** Passes an add-on by. */
export const skip = async (house: Onwards, cart: Cart | undefined): Promise<void> => {
  const { upsell_chain: reached } = savedOf(house.seller.slug).get();
  if (!cart) return go(house, { route: "/checkout", reached });
  go(house, nextInChain({ upsells: await upsellsFor(house, cart), cart, reached }));
};
