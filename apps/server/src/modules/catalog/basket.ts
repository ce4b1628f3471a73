import type { Day } from "@foyer/contract/basics.ts";
import type { Wanted } from "@foyer/contract/sessions.ts";
import type { RefusalContext } from "@foyer/contract/refusal.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { GroupRow, TypeRow } from "./catalog.sql.ts";
import { readOffer, type DatedOffer } from "./offer.ts";

/** What a visitor means to buy, with the rows of what they named. */
export type Basket = readonly { readonly type: TypeRow; readonly group: GroupRow; readonly quantity: number }[];

/** A basket against an event's offer. A type that is not there, not theirs to see or for no session is refused alike. */
export const readBasket = async (
  ask: Ask,
  event_template_id: string,
  wanted: readonly Wanted[],
  context: RefusalContext,
): Promise<{ offer: DatedOffer; basket: Basket }> => {
  const offer = await readOffer(ask, event_template_id, { types: wanted.map(({ ticket_type_id }) => ticket_type_id) });
  const known = new Map(offer.timed.flatMap((group) => group.types.map((type) => [type.id, { type, group }] as const)));
  const basket = wanted.map(({ ticket_type_id, quantity }) => {
    const found = known.get(ticket_type_id);
    if (!found) throw new Refused({ code: "ticket_type_not_available", context, extra: { ticket_type_id } });
    return { ...found, quantity };
  });
  return { offer, basket };
};

/** Is all of it sold to them on this day? What is for members is only where their membership is valid. */
export const isSoldOn = ({ on }: Pick<DatedOffer, "on">, basket: Basket, day: Day): boolean => {
  const sold = new Set(on(day).timed.flatMap(({ types }) => types.map(({ id }) => id)));
  return basket.every(({ type }) => sold.has(type.id));
};
