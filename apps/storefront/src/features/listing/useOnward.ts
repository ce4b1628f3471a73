import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { Cart, CartReply } from "@foyer/contract/cart.ts";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { nextAfterReserve, nextInChain, type Onward } from "@foyer/rules/upsell.ts";
import { savedOf, useSaved } from "../../shared/saved.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useCart } from "../cart/cart.queries.ts";
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

/** Leads a visitor on from an event: after a reservation, or past an add-on. */
export const useOnward = () => {
  const client = useQueryClient();
  const { slug, web, configuration } = useSeller();
  const [, navigate] = useLocation();
  const { cart } = useCart();

  /** The chain without what cannot be had with this cart: sold out, not at its time, not on sale at all. */
  const upsellsFor = async (held: Cart) => {
    const { upsells } = configuration;
    if (!upsells?.chain) return upsells;
    const asked = client.fetchQuery({ ...upsellQuery({}, held, upsells), staleTime: 10_000 });
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
    const onSale = await Promise.race([asked, late]).catch(() => undefined);
    if (!onSale) return upsells;
    const had = new Set(onSale.event_template._data.filter(({ sold_out }) => !sold_out).map(({ id }) => id));
    return { ...upsells, chain: upsells.chain.filter((id) => had.has(id)) };
  };
  const go = ({ route, reached }: Onward): void => {
    savedOf(slug).change({ upsell_chain: reached });
    navigate(route);
  };

  return {
    afterReserve: async ({ event, reply, isAnchored, isGift }: Reserved): Promise<void> => {
      const [held] = reply.cart._data;
      if (!held) return;
      const saved = savedOf(slug).get();
      const skipUpsells = web.skip_upsells === true || saved.skip_upsells;
      go(
        nextAfterReserve({
          event_template_id: event.id,
          next_route: event.config.next_route,
          upsells: skipUpsells ? configuration.upsells : await upsellsFor(held),
          skipUpsells,
          isAnchored,
          isGift,
          cart: held,
          reached: saved.upsell_chain,
        }),
      );
    },
    /** Passes an add-on by. */
    skip: async (): Promise<void> => {
      const { upsell_chain: reached } = savedOf(slug).get();
      if (!cart) return go({ route: "/checkout", reached });
      go(nextInChain({ upsells: await upsellsFor(cart), cart, reached }));
    },
  };
};

/** Passes an event of the chain by; undefined where the event is not offered as one. */
export const useSkip = (event_template_id: string): (() => void) | undefined => {
  const [{ upsell_chain }] = useSaved();
  const { cart } = useCart();
  const { skip } = useOnward();
  return cart && cart.lines.length > 0 && upsell_chain.includes(event_template_id) ? () => void skip() : undefined;
};
