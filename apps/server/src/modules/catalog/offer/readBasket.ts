import type { Day } from "@foyer/contract/basics.ts";
import type { TicketQuantity } from "@foyer/contract/shop/sessions.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { GroupRow, TypeRow } from "../events/events.sql.ts";
import { readOffer, type DatedOffer } from "./readOffer.ts";

/** A basket with the rows that it refers to. */
export type PricedBasket = readonly { readonly type: TypeRow; readonly group: GroupRow; readonly quantity: number }[];

/** Reads a basket with the event's offer. Refuses unknown types, hidden types and types without sessions alike. */
export const readBasket = async (
  ctx: RequestContext,
  event_template_id: string,
  wanted: readonly TicketQuantity[],
  context: RefusalContext,
): Promise<{ offer: DatedOffer; basket: PricedBasket }> => {
  const offer = await readOffer(ctx, event_template_id, { types: wanted.map(({ ticket_type_id }) => ticket_type_id) });
  const known = new Map(offer.timed.flatMap((group) => group.types.map((type) => [type.id, { type, group }] as const)));
  const basket = wanted.map(({ ticket_type_id, quantity }) => {
    const found = known.get(ticket_type_id);
    if (!found) throw new Refused({ code: "ticket_type_not_available", context, extra: { ticket_type_id } });
    return { ...found, quantity };
  });
  return { offer, basket };
};

/** Whether the visitor can buy the whole basket for this day: tickets for members only within their term. */
export const isSoldOn = ({ onDay }: Pick<DatedOffer, "onDay">, basket: PricedBasket, day: Day): boolean => {
  const sold = new Set(onDay(day).timed.flatMap(({ types }) => types.map(({ id }) => id)));
  return basket.every(({ type }) => sold.has(type.id));
};
