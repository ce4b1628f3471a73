import type { getSession } from "@foyer/contract/sessions.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { lowestPrice } from "@foyer/rules/prices.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { idsOf, namedPricesIn, namedTypes, sayNamed } from "./namedPrices.ts";
import { readOffer, soldOut } from "./offer.ts";
import { sayOffered } from "./readEvent.ts";
import { leftIn, sayEvent, saySession, sayVenues } from "./replies.ts";
import { sessionRow } from "./sessions.sql.ts";

/** One session with what can be bought in it at its prices: nothing, once it is past or cancelled. */
export const readSession = async (ask: Ask, sent: Received<typeof getSession>): Promise<Reply<typeof getSession>> => {
  const anyDay = await readOffer(ask, sent.event_template_id, { groups: sent["ticket_group.id._in"] });
  const row = await sessionRow(ask, anyDay.event.id, sent.event_session_id, [
    ...anyDay.timedTypes.map(({ id }) => id),
    ...idsOf(namedTypes(anyDay)),
  ]);
  if (!row) throw new Refused({ code: "event_session_not_found" });
  const offer = anyDay.on(row.local_day);
  const bookable = !row.past && !row.cancelled;
  const embed = new Set<string>(sent._embed);
  const min_price = bookable ? lowestPrice(offer.timedTypes, row.own_prices)?.price : null;
  const types = namedTypes({ ...offer, timed: bookable ? offer.timed : [] });
  const named = sayNamed(ask, namedPricesIn(types, row.own_prices));
  const sold_out = !bookable || soldOut(anyDay, leftIn(row));
  return {
    event_session: { _data: [saySession(ask, row, { sold_out, min_price, named })] },
    event_template: { _data: [sayEvent(offer.event)] },
    ...(embed.has("venue") && { venue: { _data: sayVenues([offer.event]) } }),
    ...sayOffered(ask, { event: offer.event, groups: bookable ? offer.timed : [] }, embed, row.own_prices),
  };
};
