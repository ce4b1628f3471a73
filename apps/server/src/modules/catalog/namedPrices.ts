import type { Money } from "@foyer/contract/basics.ts";
import type { EventConfig } from "@foyer/contract/catalog.ts";
import type { NamedPrices } from "@foyer/rules/calendar.ts";
import { toWire } from "@foyer/rules/money.ts";
import { priceIn, type OwnPrices } from "@foyer/rules/prices.ts";
import type { Ask } from "../../http/ask.ts";
import type { TypeRow } from "./catalog.sql.ts";
import type { Offer } from "./offer.ts";

/** The types whose prices an event puts on its days and sessions: null where this visitor cannot buy the one named. */
export type NamedTypes = { readonly primary_price?: TypeRow | null; readonly secondary_price?: TypeRow | null };

export const namedTypes = ({ event, timed }: Pick<Offer, "event" | "timed">): NamedTypes => {
  const { primary_ticket_type, secondary_ticket_type }: NonNullable<EventConfig["price_display"]> =
    event.config.price_display ?? {};
  const seen = (id: string) => timed.flatMap(({ types }) => types).find((type) => type.id === id) ?? null;
  return {
    ...(primary_ticket_type !== undefined && { primary_price: seen(primary_ticket_type) }),
    ...(secondary_ticket_type !== undefined && { secondary_price: seen(secondary_ticket_type) }),
  };
};

export const idsOf = ({ primary_price, secondary_price }: NamedTypes): string[] =>
  [primary_price, secondary_price].flatMap((type) => (type ? [type.id] : []));

/** Their prices in one session. */
export const namedPricesIn = ({ primary_price, secondary_price }: NamedTypes, own: OwnPrices): NamedPrices => ({
  ...(primary_price !== undefined && { primary_price: primary_price && priceIn(primary_price, own) }),
  ...(secondary_price !== undefined && { secondary_price: secondary_price && priceIn(secondary_price, own) }),
});

export const sayNamed = (
  { seller }: Ask,
  named: NamedPrices,
): { primary_price?: Money | null; secondary_price?: Money | null } => {
  const say = (price: number | null) => (price === null ? null : toWire(price, seller.default_currency_code));
  return {
    ...(named.primary_price !== undefined && { primary_price: say(named.primary_price) }),
    ...(named.secondary_price !== undefined && { secondary_price: say(named.secondary_price) }),
  };
};
