import type { listSessions, priceSessions } from "@foyer/contract/shop/sessions.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { basketFits } from "@foyer/rules/catalog/basketFits.ts";
import { basketPrice, lowestPrice } from "@foyer/rules/pricing/prices.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { shownLeft } from "@foyer/rules/catalog/capacity.ts";
import { isSoldOn, readBasket } from "../offer/readBasket.ts";
import { readHeldPlaces } from "../offer/readHeldPlaces.ts";
import { presentOfferedSessions, typesToPrice } from "./offeredSessions.ts";
import { earlierOf, readOffer, isOfferSoldOut, type Offer } from "../offer/readOffer.ts";
import { roomLeftIn, presentSession } from "../events/presenters.ts";
import { sessionRows, type SessionRow, type SessionQuery } from "./sessions.sql.ts";

const maxSessions = 1000;

/** Sessions for this visitor: none without a visible group. */
const visibleSessions = async (ctx: RequestContext, offer: Offer, wanted: SessionQuery): Promise<SessionRow[]> =>
  offer.timed.length === 0 ? [] : sessionRows(ctx, offer.event.id, wanted);

/** Upcoming sessions of a day or a range, each with its lowest price. */
export const readSessions = async (
  ctx: RequestContext,
  sent: Received<typeof listSessions>,
): Promise<Reply<typeof listSessions>> => {
  const [named, alsoNamed] = [sent["ticket_group.id._in"], sent["ticket_group_id._in"]];
  // One filter with two names. If both are sent, a group has to be in both.
  const groups = named && alsoNamed ? named.filter((id) => alsoNamed.includes(id)) : (named ?? alsoNamed);
  const offer = await readOffer(ctx, sent.event_template_id, { groups });
  const limit = sent._limit ?? maxSessions;
  const onlySoldOut = sent.sold_out === true;
  const onlyOpen = sent.sold_out === false || sent._include_sold_out === false;
  const isSoldOut = isOfferSoldOut(offer, Infinity);
  if (onlyOpen && isSoldOut) return { event_session: { _data: [] } };

  const rows = await visibleSessions(ctx, offer, {
    before: earlierOf(offer.calendarEnd, sent["start_datetime._lt"]),
    from: sent["start_datetime._gte"],
    day: sent._ondate,
    latestFirst: sent._sort === "-start_datetime",
    // A group outside the session's capacity can sell tickets for a full session.
    withRoom: onlyOpen && isOfferSoldOut(offer, 0),
    priceTypeIds: typesToPrice(offer),
    limit: onlySoldOut ? maxSessions : limit,
  });
  const sessions = presentOfferedSessions(ctx, offer, rows);
  return {
    event_session: { _data: (onlySoldOut ? sessions.filter((session) => session.sold_out) : sessions).slice(0, limit) },
  };
};

/**
 * Sessions with the price of a basket. A session without room for it beside what the visitor's cart holds counts as sold
 * out; its `left` says whether it has any places.
 */
export const readPricedSessions = async (
  ctx: RequestContext,
  sent: Received<typeof priceSessions>,
): Promise<Reply<typeof priceSessions>> => {
  const { offer, basket } = await readBasket(ctx, sent.event_template_id, sent.ticket_types_required, "reserve");
  const rows = await visibleSessions(ctx, offer, {
    before: earlierOf(offer.calendarEnd, sent["start_datetime._lt"]),
    from: sent["start_datetime._gte"],
    day: sent._ondate,
    priceTypeIds: offer.timedTypes.map(({ id }) => id),
    limit: maxSessions,
  });
  const heldIn = await readHeldPlaces(ctx, offer.event.id);
  const step = sellerAmountStep(ctx.seller);
  const priced = rows
    .map((row) => {
      const left = roomLeftIn(row);
      const isSold = isSoldOn(offer, basket, row.local_day);
      return {
        row,
        ...basketPrice(basket, row.own_prices, step),
        available: isSold && basketFits(basket, left, heldIn(row.id)),
        left: isSold && !isOfferSoldOut(offer, left) ? shownLeft(left) : 0,
      };
    })
    .filter(({ available }) => available || sent._include_sold_out === true);
  const currency = ctx.seller.default_currency_code;
  const cheapest = Math.min(...priced.map(({ price }) => price));
  return {
    event_session: {
      _data: priced.map(({ row, price, available, left }) => ({
        ...presentSession(ctx, row, {
          sold_out: !available,
          min_price: lowestPrice(offer.timedTypes, row.own_prices, step)?.price,
          price,
          price_increase: price - cheapest,
        }),
        left,
      })),
    },
    price_schedule: {
      _data: priced.map(({ row, price, fees, available }) => ({
        event_session_id: row.id,
        price: toDecimal(price, currency),
        fees: toDecimal(fees, currency),
        available,
      })),
    },
  };
};
