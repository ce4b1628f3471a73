import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { BootData } from "@foyer/contract/boot.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventReply, EventTemplate, MessageRule, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { ListedEvent } from "@foyer/contract/shop/listing.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { needsSession } from "@foyer/rules/catalog/handlers.ts";
import { isQuantityOnly } from "@foyer/rules/upsell/addOns.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { addOnIds } from "@foyer/rules/upsell/upsell.ts";
import { upsellQuery } from "../../listing/upsell/upsell.queries.ts";
import type { EventLink } from "../queries/eventKeys.ts";
import { eventTimeZone } from "../event/eventTimeZone.ts";
import { eventQuery, sessionQuery } from "../queries/reserve.queries.ts";

/** An event of the chain that is available with this cart. */
export type AddOnOffer = {
  readonly event: EventTemplate;
  readonly timezone: string;
  readonly eventLink: EventLink;
  /** The open sessions at the time of the visit; empty for an event without sessions. */
  readonly sessions: readonly EventSession[];
  readonly min_price: string | null;
  /** Only for an event without sessions. */
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly rules: readonly MessageRule[];
  /** A card is sufficient; other events ask their questions on their own page. */
  readonly isQuantityOnly: boolean;
};

type Seller = BootData["seller"];

const readOffer = async (
  client: QueryClient,
  { slug, timezone, web }: Seller,
  { listed, sessions }: { readonly listed: ListedEvent; readonly sessions: readonly EventSession[] },
): Promise<AddOnOffer | undefined> => {
  const eventLink: EventLink = { slug, event_template_id: listed.id, tg: [] };
  const [first] = sessions;
  const [reply, detail] = await Promise.all([
    client.fetchQuery(eventQuery(eventLink)),
    first && client.fetchQuery(sessionQuery(eventLink, first.id)),
  ]);
  const event = reply.event_template._data[0];
  if (!event || (reply.ticket_group?._data ?? []).length === 0) return undefined;
  const timed = detail && ticketsOf(detail);
  const { groups, types } = timed ?? ticketsOf(reply);
  return {
    event,
    timezone: eventTimeZone(reply, timezone),
    eventLink,
    sessions,
    min_price: listed.listed_price,
    groups,
    types,
    rules: reply.message_rule?._data ?? [],
    isQuantityOnly:
      // Without a visit to determine the day, it is chosen on the event's page.
      groups.every((group) => needsSession(group) === (first !== undefined)) &&
      isQuantityOnly({ event, groups, types, web }),
  };
};

/** The tickets that a card can sell. */
export const ticketsOf = (reply: Pick<EventReply, "ticket_group" | "ticket_type">) => {
  const groups = reservableGroups(reply.ticket_group?._data ?? [], []);
  const ids = new Set(groups.map(({ id }) => id));
  const types = (reply.ticket_type?._data ?? []).filter((type) => type.available && ids.has(type.ticket_group_id));
  return { groups, types };
};

/** Every add-on of the chain that is available with this cart. The list is complete, so no card appears late. */
export const addOnsQuery = (client: QueryClient, seller: Seller, cart: Cart) => {
  const { upsells } = seller.configuration;
  const ids = addOnIds(upsells, cart);
  const onSale = upsellQuery({}, cart, seller);
  return queryOptions({
    queryKey: ["listing", "add-ons", ids, ...onSale.queryKey] as readonly unknown[],
    queryFn: async (): Promise<readonly AddOnOffer[]> => {
      const listing = await client.fetchQuery({ ...onSale, staleTime: 10_000 });
      const offers = await Promise.all(
        ids.map(async (id) => {
          const listed = listing.event_template._data.find((event) => event.id === id && !event.sold_out);
          const sessions = (listing.event_session?._data ?? []).filter((one) => one.event_template_id === id);
          return listed && (await readOffer(client, seller, { listed, sessions }));
        }),
      );
      return offers.filter((offer) => offer !== undefined);
    },
    refetchOnWindowFocus: true,
  });
};
