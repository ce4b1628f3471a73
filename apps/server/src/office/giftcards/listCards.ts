import { giftCardPageSize, type GiftCardListRow, type listGiftCards } from "@foyer/contract/office/money/giftCards.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { readSearchTerms, type SearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { normalizePrintedNumber } from "@foyer/rules/values/normalizeNames.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findOrderNumbers } from "../desk/list/orderList.sql.ts";
import { cardCursor, selectCards, type CardTerms, type DeskCardRow } from "./giftCardList.sql.ts";

/** The maximum number of gift cards' orders found by words whose cards are looked up, the newest. */
const mostOrders = 200;
/**
 * The length of a number's ending. Full numbers are longer; one of a previous system may be shorter, and is found by all of
 * its characters.
 */
const endingLength = 4;

/** Finds gift cards of a seller, newest first unless a sort is given. */
export const findCards = async (
  ctx: StaffContext,
  { q, sort: text, after, ...filter }: StaffReceived<typeof listGiftCards>,
): Promise<StaffReply<typeof listGiftCards>> => {
  const currency = ctx.seller.default_currency_code;
  const search = q === undefined ? undefined : readSearchTerms(q);
  if (search?.isTooShort === true) return { cards: [], next: null, too_short: true, exact: null, currency };
  const terms = search && (await cardTerms(ctx, search, q ?? ""));
  const sort = text && parseSort(text);
  const found = await selectCards(ctx, {
    filter,
    terms,
    sort,
    after,
    limit: giftCardPageSize + 1,
  });
  const cards = found.slice(0, giftCardPageSize);
  const last = cards.at(-1);
  // Four characters do not identify a card; a full number does.
  const isWhole = terms?.normalized !== undefined && terms.normalized.length > endingLength;
  const meant = isWhole ? cards.find(({ is_exact }) => is_exact) : undefined;
  return {
    cards: cards.map(presentCard),
    next: found.length > giftCardPageSize && last ? cardCursor(sort, last) : null,
    too_short: false,
    exact: meant?.id ?? null,
    currency,
  };
};

/** What a search can match: a number or its ending, an order, or names of the buyer or recipient. */
const cardTerms = async (ctx: StaffContext, search: SearchTerms, q: string): Promise<CardTerms> => {
  const { names, email, order_number } = search;
  const printed = normalizePrintedNumber(q);
  const isWords = names.length > 0 || email !== undefined;
  const bought = isWords
    ? await findOrderNumbers(ctx, {
        filter: { has: "gift_cards" },
        found: { words: { names, ...(email !== undefined && { email }) }, numbers: [] },
        after: undefined,
        limit: mostOrders,
      })
    : [];
  return {
    normalized: printed === "" ? undefined : printed,
    ending: printed.length === endingLength ? printed : undefined,
    order_numbers: [...new Set([...(order_number === undefined ? [] : [order_number]), ...bought])],
    names,
    email,
  };
};

export const presentCard = (row: DeskCardRow): GiftCardListRow => {
  const { id, ending, balance, issued, currency, state, valid_to, created_at, order_number, recipient } = row;
  return {
    id,
    ending,
    balance: toDecimal(balance, currency),
    issued: toDecimal(issued, currency),
    currency,
    state,
    valid_to,
    created_at,
    origin: originOf(row),
    order_number,
    recipient,
  };
};

const originOf = ({ source_ticket_id, batch_id, order_number }: DeskCardRow): GiftCardListRow["origin"] => {
  if (source_ticket_id !== null) return "sold";
  if (batch_id !== null) return "issued";
  return order_number === null ? "other" : "refund";
};
