import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { awaitAll } from "../../../db/awaitAll.ts";
import { pause } from "../../../db/faultPoints.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import {
  lockCodesAndVouchers,
  readCartCodes,
  readCartDiscounts,
  readCheckoutRules,
  readDiscounts,
} from "../../codes/codeContext.ts";
import type { CartCode, CartDiscount } from "../../codes/code.ts";
import { holdTypeRows, lockCarts, lockGroups, lockSessions, type LockedCartRow } from "../locks.sql.ts";
import { lockAllowances } from "../members/allowanceUsage.ts";
import { readNamedMembers } from "../members/membershipContext.ts";
import { sessionTimes, ticketRows, typeNames, type TicketRow } from "../read/readCart.sql.ts";
import { byId } from "../read/readCartTickets.ts";
import { lockSeats, takenSeatRows } from "../seats/seats.sql.ts";
import type { CartChangeRequest } from "./cartChange.ts";
import { orderOfCart } from "../change/cartChangeView.ts";
import type { LoadedOrder } from "../change/orderChanges.ts";
import { cartsOfOrders, readOrdersOfCarts } from "../change/readOrdersOfCarts.ts";
import { withFixedPrice } from "./heldTickets.ts";
import { HoldBatchState } from "./holdBatchState.ts";
import { HolderLimits, holderOf, holdLimitsOf } from "./holders/holderLimits.ts";
import { holderRows } from "./holders/holders.sql.ts";

/** Locks and reads everything that the changes touch, in one round trip. Existing carts need another one before it. */
export const loadBatch = async (
  pipeline: Pipeline,
  seller: Seller,
  changes: readonly CartChangeRequest[],
): Promise<HoldBatchState> => {
  const carts = await loadCarts(pipeline, seller, changes);
  const before = { ...carts, orders: await loadOrders(pipeline, seller, carts.carts) };
  await pause("carts_locked");
  const rows = await loadNamedRows(pipeline, seller, { changes, ...before });
  const { seats, taken, codes, discounts, allowances, holders, names, times, ...loaded } = rows;
  return new HoldBatchState({
    ...loaded,
    carts: before.carts,
    held: before.held,
    orders: before.orders,
    seats: { seats, taken },
    codes: { ...codes, ofCarts: before.codes },
    discounts: { all: discounts, ofCarts: before.discounts },
    allowances: { ...allowances, beyond: seller.configuration.member_reserve_session_beyond_term },
    holders: new HolderLimits(holders, holdLimitsOf(seller.configuration)),
    names: byId(names),
    times: byId([...loaded.sessions, ...times]),
  });
};

type LoadedCarts = {
  readonly carts: readonly LockedCartRow[];
  readonly held: readonly TicketRow[];
  readonly codes: readonly CartCode[];
  readonly discounts: readonly CartDiscount[];
};
type BatchInput = LoadedCarts & {
  readonly orders: ReadonlyMap<string, LoadedOrder>;
  readonly changes: readonly CartChangeRequest[];
};

/** Locks the carts, then reads what they hold. */
const loadCarts = async (
  pipeline: Pipeline,
  { id: seller_id }: Seller,
  changes: readonly CartChangeRequest[],
): Promise<LoadedCarts> => {
  const cart_ids = distinct(changes.map((change) => change.cart_id));
  const { tickets, ...loaded } = await awaitAll({
    carts: forIds(cart_ids, (ids) => lockCarts(pipeline, seller_id, ids)),
    tickets: forIds(cart_ids, (ids) => ticketRows(pipeline, seller_id, ids)),
    codes: readCartCodes(pipeline, seller_id, cart_ids),
    discounts: readCartDiscounts(pipeline, seller_id, cart_ids),
  });
  return { ...loaded, held: tickets.filter(({ state }) => state === "held" || state === "in_cart") };
};

/** Reads the orders that carts change, in one round trip; none if they change no order. */
const loadOrders = async (
  pipeline: Pipeline,
  seller: Seller,
  carts: readonly LockedCartRow[],
): Promise<ReadonlyMap<string, LoadedOrder>> => {
  const cart_ids = cartsOfOrders(carts);
  if (cart_ids.length === 0) return new Map();
  const { orders, tickets, ...applied } = await awaitAll({
    orders: readOrdersOfCarts({ pipeline, seller }, carts),
    tickets: ticketRows(pipeline, seller.id, cart_ids),
    codes: readCartCodes(pipeline, seller.id, cart_ids),
    discounts: readCartDiscounts(pipeline, seller.id, cart_ids),
  });
  return new Map(
    [...orders].map(([id, changed]) => {
      const booked = tickets.filter(({ cart_id }) => cart_id === changed.order.cart_id);
      return [id, { ...orderOfCart(changed, applied), tickets: booked.map(withFixedPrice) }];
    }),
  );
};

/** Locks sessions, groups, seats, codes, vouchers and memberships in this order, and reads the rest between them. */
const loadNamedRows = (pipeline: Pipeline, seller: Seller, input: BatchInput) => {
  const { id: seller_id } = seller;
  const { changes } = input;
  const { type_ids, heldTypeIds, session_ids, otherSessionIds, group_ids, seat_ids } = catalogIdsOf(input);
  // Only visitors who add tickets or begin a cart are checked against the limits on holds.
  const { identities, clientNetworks } = holderIdsOf(
    changes.filter(({ cart_id, add }) => cart_id === undefined || add.length > 0),
  );
  return awaitAll({
    types: forIds(type_ids, (ids) => holdTypeRows(pipeline, seller_id, ids)),
    sessions: forIds(session_ids, (ids) => lockSessions(pipeline, seller_id, ids, type_ids)),
    groups: forIds([...type_ids, ...group_ids], () => lockGroups(pipeline, seller_id, group_ids, type_ids)),
    seats: forIds(seat_ids, (ids) => lockSeats(pipeline, seller_id, ids)),
    taken: forIds(seat_ids, (ids) => takenSeatRows(pipeline, seller_id, session_ids, ids)),
    names: forIds(distinct([...type_ids, ...heldTypeIds]), (ids) => typeNames(pipeline, seller_id, ids)),
    times: forIds(otherSessionIds, (ids) => sessionTimes(pipeline, seller_id, ids)),
    // Read after the sessions are locked, so that no hold is missed.
    holders: forIds([...identities, ...clientNetworks], () =>
      holderRows(pipeline, seller_id, { identities, clientNetworks }),
    ),
    members: readNamedMembers(
      pipeline,
      seller_id,
      changes.flatMap((change) => change.add),
    ),
    rules: readCheckoutRules(pipeline, seller_id),
    discounts: readDiscounts(pipeline, seller_id),
    codes: lockCodesAndVouchers(pipeline, seller_id, codeNamesOf(input)),
    allowances: lockAllowances(pipeline, seller_id, changes),
  });
};

/** Ids of the catalogue rows that the changes name, and of the tickets that may leave their carts. */
const catalogIdsOf = ({ changes, held, orders }: BatchInput) => {
  const described = [...held, ...[...orders.values()].flatMap(({ tickets }) => tickets)];
  const lines = changes.flatMap((change) => change.add);
  const requestedTypes = lines.flatMap((line) => line.ticket_types_required);
  const leaving = ticketsThatMayLeave(changes, held);
  const answeredGroupIds = changes.flatMap(({ extras }) => Object.keys(extras.answers)).filter(isUuid);
  const session_ids = distinct([...lines, ...leaving].map(({ event_session_id }) => event_session_id));
  return {
    type_ids: distinct(requestedTypes.map(({ ticket_type_id }) => ticket_type_id)),
    heldTypeIds: described.map((ticket) => ticket.ticket_type_id),
    session_ids,
    /** Sessions of tickets that stay: only their times are read. */
    otherSessionIds: distinct(described.map((ticket) => ticket.event_session_id)).filter(
      (id) => !session_ids.includes(id),
    ),
    group_ids: distinct([...leaving.map((ticket) => ticket.ticket_group_id), ...answeredGroupIds]),
    seat_ids: distinct(requestedTypes.flatMap(({ seat_template_ids }) => seat_template_ids ?? [])),
  };
};

/** Tickets to be removed, and add-ons of the same carts, which may leave with their admission. */
const ticketsThatMayLeave = (changes: readonly CartChangeRequest[], held: readonly TicketRow[]): TicketRow[] => {
  const removedIds = new Set(changes.flatMap((change) => change.remove));
  const shrinkingCartIds = new Set(
    changes.filter((change) => change.remove.length > 0).map((change) => change.cart_id),
  );
  return held.filter(
    (ticket) => removedIds.has(ticket.id) || (ticket.needs_anchor && shrinkingCartIds.has(ticket.cart_id)),
  );
};

const codeNamesOf = ({ changes, codes }: BatchInput) => ({
  codes: distinct(changes.flatMap(({ extras }) => normalizedCodes(extras))),
  vouchers: distinct(changes.flatMap(({ extras }) => extras.vouchers?.codes.map(normalizeCode) ?? [])),
  carts: distinct(codes.map((code) => code.cart_id)),
  identities: distinct(changes.map(({ ctx }) => ctx.visitor?.identity_id)),
});

/** Normalised codes, including those that belong to post codes. */
const normalizedCodes = ({ codes, preloaded, zipPromoCodes }: HoldExtras): string[] =>
  [...codes, ...preloaded, ...(zipPromoCodes?.values() ?? [])].map(normalizeCode);

const holderIdsOf = (changes: readonly CartChangeRequest[]) => {
  const holders = changes.map(({ ctx }) => holderOf(ctx));
  return {
    identities: distinct(holders.map(({ identity_id }) => identity_id)),
    clientNetworks: distinct(holders.map(({ clientNetwork }) => clientNetwork)),
  };
};

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];

/** Skips the query when there are no ids. */
const forIds = <Row>(ids: readonly string[], query: (ids: readonly string[]) => Promise<Row[]>): Promise<Row[]> =>
  ids.length > 0 ? query(ids) : Promise.resolve([]);

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
