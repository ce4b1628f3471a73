import type { getSession } from "@foyer/contract/shop/sessions.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { lowestPrice } from "@foyer/rules/pricing/prices.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import {
  displayPriceTypeIds,
  displayPricesIn,
  displayPriceTypes,
  presentDisplayPrices,
} from "../offer/displayPrices.ts";
import { readOffer, isOfferSoldOut } from "../offer/readOffer.ts";
import { presentOffer } from "../events/readEvent.ts";
import { roomLeftIn, presentEvent, presentSession, presentVenues } from "../events/presenters.ts";
import { sessionRow } from "./sessions.sql.ts";

/** A session with what can be bought in it and at which prices: nothing once it is past, cancelled or closed. */
export const readSession = async (
  ctx: RequestContext,
  sent: Received<typeof getSession>,
): Promise<Reply<typeof getSession>> => {
  const anyDay = await readOffer(ctx, sent.event_template_id, { groups: sent["ticket_group.id._in"] });
  const row = await sessionRow(ctx, anyDay.event.id, sent.event_session_id, [
    ...anyDay.timedTypes.map(({ id }) => id),
    ...displayPriceTypeIds(displayPriceTypes(anyDay)),
  ]);
  if (!row) throw new Refused({ code: "event_session_not_found" });
  const offer = anyDay.onDay(row.local_day);
  const isBookable = !row.past && !row.cancelled && row.sales_closed_at === null;
  const embed = new Set<string>(sent._embed);
  const min_price = isBookable
    ? lowestPrice(offer.timedTypes, row.own_prices, sellerAmountStep(ctx.seller))?.price
    : null;
  const types = displayPriceTypes({ ...offer, timed: isBookable ? offer.timed : [] });
  const displayPrices = presentDisplayPrices(ctx, displayPricesIn(types, row.own_prices));
  const sold_out = !isBookable || isOfferSoldOut(anyDay, roomLeftIn(row));
  return {
    event_session: { _data: [presentSession(ctx, row, { sold_out, min_price, displayPrices })] },
    event_template: { _data: [presentEvent(offer.event)] },
    ...(embed.has("venue") && { venue: { _data: presentVenues([offer.event]) } }),
    ...presentOffer(ctx, { event: offer.event, groups: isBookable ? offer.timed : [] }, embed, row.own_prices),
  };
};
