import type { listSessions, priceSessions } from "@foyer/contract/sessions.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { toWire } from "@foyer/rules/money.ts";
import { basketFits } from "@foyer/rules/basket.ts";
import { basketPrice, lowestPrice } from "@foyer/rules/prices.ts";
import type { Ask } from "../../http/ask.ts";
import { isSoldOn, readBasket } from "./basket.ts";
import { sayOfferedSessions, typesLookedAt } from "./offeredSessions.ts";
import { earlier, readOffer, soldOut, type Offer } from "./offer.ts";
import { leftIn, saySession } from "./replies.ts";
import { sessionRows, type SessionRow, type SessionsWanted } from "./sessions.sql.ts";

const most = 1000;

/** Sessions that this visitor can see anything of: none where no group is open to them. */
const sessionsOf = async (ask: Ask, offer: Offer, wanted: SessionsWanted): Promise<SessionRow[]> =>
  offer.timed.length === 0 ? [] : sessionRows(ask, offer.event.id, wanted);

/** Sessions to come, of a day or of a range, each with its lowest price. */
export const readSessions = async (
  ask: Ask,
  sent: Received<typeof listSessions>,
): Promise<Reply<typeof listSessions>> => {
  const offer = await readOffer(ask, sent.event_template_id, {
    groups: sent["ticket_group.id._in"] ?? sent["ticket_group_id._in"],
  });
  const limit = sent._limit ?? most;
  const onlySoldOut = sent.sold_out === true;
  const onlyOpen = sent.sold_out === false || sent._include_sold_out === false;
  const everythingGone = soldOut(offer, Infinity);
  if (onlyOpen && everythingGone) return { event_session: { _data: [] } };

  const rows = await sessionsOf(ask, offer, {
    before: earlier(offer.before, sent["start_datetime._lt"]),
    from: sent["start_datetime._gte"],
    day: sent._ondate,
    latestFirst: sent._sort === "-start_datetime",
    // A full session can still be had where a group apart from its capacity has room.
    withRoom: onlyOpen && soldOut(offer, 0),
    pricesOf: typesLookedAt(offer),
    limit: onlySoldOut ? most : limit,
  });
  const said = sayOfferedSessions(ask, offer, rows);
  return {
    event_session: { _data: (onlySoldOut ? said.filter((session) => session.sold_out) : said).slice(0, limit) },
  };
};

/** Sessions priced for a basket. One that cannot take it counts as sold out. */
export const readPricedSessions = async (
  ask: Ask,
  sent: Received<typeof priceSessions>,
): Promise<Reply<typeof priceSessions>> => {
  const { offer, basket } = await readBasket(ask, sent.event_template_id, sent.ticket_types_required, "reserve");
  const rows = await sessionsOf(ask, offer, {
    before: earlier(offer.before, sent["start_datetime._lt"]),
    from: sent["start_datetime._gte"],
    day: sent._ondate,
    pricesOf: offer.timedTypes.map(({ id }) => id),
    limit: most,
  });
  const priced = rows
    .map((row) => ({
      row,
      ...basketPrice(basket, row.own_prices),
      available: basketFits(basket, leftIn(row)) && isSoldOn(offer, basket, row.local_day),
    }))
    .filter(({ available }) => available || sent._include_sold_out === true);
  const currency = ask.seller.default_currency_code;
  const cheapest = Math.min(...priced.map(({ price }) => price));
  return {
    event_session: {
      _data: priced.map(({ row, price, available }) =>
        saySession(ask, row, {
          sold_out: !available,
          min_price: lowestPrice(offer.timedTypes, row.own_prices)?.price,
          price,
          price_increase: price - cheapest,
        }),
      ),
    },
    price_schedule: {
      _data: priced.map(({ row, price, fees, available }) => ({
        event_session_id: row.id,
        price: toWire(price, currency),
        fees: toWire(fees, currency),
        available,
      })),
    },
  };
};
