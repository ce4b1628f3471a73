import { unknownSessionId } from "@foyer/contract/pagePlaceholders.ts";
import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { linkedAmount, oneTicketGroups } from "@foyer/rules/reserve/oneTicket.ts";
import { linkedTickets, matchesType, parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import type { EventLink } from "../../features/reserve/queries/eventKeys.ts";
import {
  calendarQuery,
  eventQuery,
  isEventNotFound,
  linkedSessionQuery,
} from "../../features/reserve/queries/reserve.queries.ts";
import { NotFoundError, type ScreenContext } from "../screen.ts";

/** Placeholders for every ticket group, day and ticket type that an event does not have. */
const unknown = { group: unknownSessionId, day: "9999-12-31", type: "?" } as const;

/** A membership's level is selected by the id or name of its group. */
const isLevel = (groups: readonly TicketGroup[], wanted: string): boolean =>
  groups.some((group) => isMembership(group) && matchesType(group, wanted));

/**
 * The query of an event's link, with one placeholder for everything that the event does not have: sessions, days, ticket
 * groups and types. A link that names several types keeps those that exist.
 */
export const knownEventSearch = async ({ boot, client, params, search }: ScreenContext): Promise<URLSearchParams> => {
  const query = parseReserveQuery(search.toString());
  const link: EventLink = { slug: boot.seller.slug, event_template_id: params.id ?? "", tg: query.tg };
  const event = await client.ensureQueryData(eventQuery(link)).catch((error: unknown) => {
    throw isEventNotFound(error) ? new NotFoundError() : error;
  });
  const known = new URLSearchParams(search);

  const groups = event.ticket_group?._data ?? [];
  const groupIds = new Set(groups.map(({ id }) => id));
  const tg = query.tg.filter((id) => groupIds.has(id));
  if (query.tg.length > 0) known.set("tg", tg.length > 0 ? tg.join(",") : unknown.group);

  const types = event.ticket_type?._data ?? [];
  const isType = (type: string) =>
    linkedTickets({ quantity: [{ type, count: 1 }], select: undefined, price: undefined }, types).missing.length === 0;
  if (query.quantity.some(({ type }) => !isType(type))) {
    const kept = query.quantity.filter(({ type }) => isType(type)).map(({ type, count }) => `${type}:${count}`);
    known.set("quantity", [...kept, `${unknown.type}:1`].join(","));
  }
  const isSelected = query.select !== undefined && isType(query.select);
  if (query.select !== undefined && !isSelected && !isLevel(groups, query.select)) known.set("select", unknown.type);
  // Only the selected type has a price; for a donation or a gift card an amount alone selects one.
  const amount = linkedAmount(query, types, boot.seller.default_currency_code);
  const hasAmount = oneTicketGroups(groups, query.tg).length > 0 && amount.ticket_type_id !== undefined;
  if (!isSelected && !hasAmount) known.delete("price");

  if (
    query.session?.kind === "id" &&
    (await client.ensureQueryData(linkedSessionQuery(link, query.session, ""))) === null
  )
    known.set("session", unknownSessionId);
  if (query.date !== undefined) {
    const days = await client.ensureQueryData(calendarQuery(link));
    if (!days.some(({ date }) => date === query.date)) known.set("date", unknown.day);
  }
  return known;
};
