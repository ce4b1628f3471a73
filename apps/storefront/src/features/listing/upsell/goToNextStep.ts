import type { QueryClient } from "@tanstack/react-query";
import type { Cart, CartReply } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { nextAfterReserve, nextInChain, type NextRoute } from "@foyer/rules/upsell/upsell.ts";
import type { BootData } from "@foyer/contract/boot.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { upsellQuery } from "./upsell.queries.ts";

/** If the offers cannot be loaded, the visitor still reaches the checkout. */
const maxWaitMs = 2000;

export type ReservedEvent = {
  readonly event: Pick<EventTemplate, "id" | "config">;
  /** The current cart. */
  readonly reply: CartReply;
  readonly isAnchored: boolean;
  readonly isGift: boolean;
};

export type NextStepContext = {
  readonly client: QueryClient;
  readonly seller: BootData["seller"];
  readonly navigate: (to: string) => void;
};

/** The chain without events that are not available with this cart: sold out, at another time, not on sale. */
const availableUpsells = async ({ client, seller }: NextStepContext, cart: Cart) => {
  const { upsells } = seller.configuration;
  if (!upsells?.chain) return upsells;
  const query = client.fetchQuery({ ...upsellQuery({}, cart, seller), staleTime: 10_000 });
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs));
  const onSale = await Promise.race([query, timeout]).catch(() => undefined);
  if (!onSale) return upsells;
  const availableIds = new Set(onSale.event_template._data.filter(({ sold_out }) => !sold_out).map(({ id }) => id));
  return { ...upsells, chain: upsells.chain.filter((id) => availableIds.has(id)) };
};

const openNextStep = ({ seller, navigate }: NextStepContext, { route, reached }: NextRoute): void => {
  savedStoreFor(seller.slug).change({ upsell_chain: reached });
  navigate(route);
};

/** Goes to the next event of the upsell chain, to the listing, or to the checkout, after a reservation. */
export const goToNextStep = async (
  context: NextStepContext,
  { event, reply, isAnchored, isGift }: ReservedEvent,
): Promise<void> => {
  const [cart] = reply.cart._data;
  if (!cart) return;
  const { web, configuration, slug } = context.seller;
  const saved = savedStoreFor(slug).get();
  const skipUpsells = web.skip_upsells === true || saved.skip_upsells;
  openNextStep(
    context,
    nextAfterReserve({
      event_template_id: event.id,
      next_route: event.config.next_route,
      upsells: skipUpsells ? configuration.upsells : await availableUpsells(context, cart),
      skipUpsells,
      isAnchored,
      isGift,
      cart,
      reached: saved.upsell_chain,
    }),
  );
};

/** Skips an add-on. */
export const skipAddOn = async (context: NextStepContext, cart: Cart | undefined): Promise<void> => {
  const { upsell_chain: reached } = savedStoreFor(context.seller.slug).get();
  if (!cart) return openNextStep(context, { route: "/checkout", reached });
  openNextStep(context, nextInChain({ upsells: await availableUpsells(context, cart), cart, reached }));
};
