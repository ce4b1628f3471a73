import type { Money } from "@foyer/contract/basics.ts";
import type { EventConfig } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { NamedPrices } from "@foyer/rules/catalog/calendarDays.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { sessionPrice, type SessionPrices } from "@foyer/rules/pricing/prices.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { TypeRow } from "../events/events.sql.ts";
import type { Offer } from "./readOffer.ts";

/** The types whose prices an event shows on days and sessions; null if this visitor cannot buy the type. */
export type DisplayPriceTypes = { readonly primary_price?: TypeRow | null; readonly secondary_price?: TypeRow | null };

export const displayPriceTypes = ({
  event,
  timed,
}: Pick<Offer, "timed"> & { readonly event: Pick<Offer["event"], "config"> }): DisplayPriceTypes => {
  const { primary_ticket_type, secondary_ticket_type }: NonNullable<EventConfig["price_display"]> =
    event.config.price_display ?? {};
  const visibleType = (id: string) => timed.flatMap(({ types }) => types).find((type) => type.id === id) ?? null;
  return {
    ...(primary_ticket_type !== undefined && { primary_price: visibleType(primary_ticket_type) }),
    ...(secondary_ticket_type !== undefined && { secondary_price: visibleType(secondary_ticket_type) }),
  };
};

export const displayPriceTypeIds = ({ primary_price, secondary_price }: DisplayPriceTypes): string[] =>
  [primary_price, secondary_price].flatMap((type) => (type ? [type.id] : []));

/** Their prices in a session. */
export const displayPricesIn = (
  { primary_price, secondary_price }: DisplayPriceTypes,
  sessionPrices: SessionPrices,
): NamedPrices => ({
  ...(primary_price !== undefined && { primary_price: primary_price && sessionPrice(primary_price, sessionPrices) }),
  ...(secondary_price !== undefined && {
    secondary_price: secondary_price && sessionPrice(secondary_price, sessionPrices),
  }),
});

export const presentDisplayPrices = (
  { seller }: RequestContext,
  prices: NamedPrices,
): { primary_price?: Money | null; secondary_price?: Money | null } => {
  const presentPrice = (price: number | null) =>
    price === null ? null : toDecimal(price, seller.default_currency_code);
  return {
    ...(prices.primary_price !== undefined && { primary_price: presentPrice(prices.primary_price) }),
    ...(prices.secondary_price !== undefined && { secondary_price: presentPrice(prices.secondary_price) }),
  };
};
