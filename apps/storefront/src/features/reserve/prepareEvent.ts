import type { QueryClient } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/catalog.ts";
import type { WebSettings } from "@foyer/contract/seller.ts";
import { isDated, needsNoSession, shownGroups } from "@foyer/rules/soldGroups.ts";
import { todayAt } from "@foyer/rules/days.ts";
import { decidedBy, settleDay, settleSession } from "@foyer/rules/reserveFlow.ts";
import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import type { LazyPart } from "../../shared/lazyPart.ts";
import { formShown } from "./formShown.ts";
import { afterDatePart, membersPart, oneTicketPart, quantityFirstPart } from "./parts.ts";
import type { EventAt } from "./eventKeys.ts";
import { calendarQuery, eventQuery, linkedQuery, sessionQuery, sessionsQuery, zoneOf } from "./reserve.queries.ts";

export type ShopAt = {
  readonly slug: string;
  readonly timezone: string;
  readonly now: string;
  readonly web: Pick<WebSettings, "reserve_flow">;
};

export type Prepared = {
  /** Sources of the parts that this view has besides its screen. */
  readonly parts: readonly string[];
  /** It shows days to choose from, and nothing has been chosen: `StartForm` knows all of it. */
  readonly startsAtDays: boolean;
};

/** Loads parts, and says which. */
const withParts = async (...parts: readonly LazyPart<unknown>[]): Promise<Prepared> => {
  await Promise.all(parts.map((part) => part.load()));
  return { parts: parts.flatMap(({ sources }) => sources), startsAtDays: false };
};

/**
 * Asks for everything that the first view of an event page shows, on the server and before a navigation alike, in as
 * few steps as the answers allow. Rejects when the event itself cannot be had.
 */
export const prepareEvent = async (
  client: QueryClient,
  shop: ShopAt,
  event_template_id: string,
  search: string,
  /** What an event needs that sells memberships, which have a room of their own. */
  prepareMembership: (event: EventReply) => Promise<readonly string[]>,
): Promise<Prepared> => {
  const { tg } = readReserveQuery(search);
  const at: EventAt = { slug: shop.slug, event_template_id, tg };
  const [event, calendar] = await Promise.all([
    client.ensureQueryData(eventQuery(at)),
    client.ensureQueryData(calendarQuery(at)).catch(() => undefined),
  ]);
  const form = formShown(event, { web: shop.web, tg, isMember: false, hasAnchor: true });
  if (form === "quantity_first") return withParts(quantityFirstPart, afterDatePart);
  if (form === "membership") return { parts: await prepareMembership(event), startsAtDays: false };
  if (form === "one_ticket") return withParts(oneTicketPart);
  if (form === "members_only" || form === "expired_membership") return withParts(membersPart);
  if (form !== "date_first" && form !== "single") return withParts();

  const today = todayAt(Temporal.Instant.from(shop.now), zoneOf(event, shop.timezone));
  const query = readReserveQuery(search, today);
  const decided = decidedBy(query);
  const linked =
    query.session && (await client.ensureQueryData(linkedQuery(at, query.session, today)).catch(() => undefined));
  const groups = shownGroups(event.ticket_group?._data ?? [], query.tg);
  const hasFlexible = groups.some(needsNoSession);
  const days = groups.some(isDated) ? calendar : [];

  const { mode, day } = settleDay(decided, { days, linked, anchorDay: undefined, hasFlexible });
  if (mode === "flexible") return withParts(afterDatePart);
  if (day === undefined) {
    const isForAdmission = event.event_template._data[0]?.meta.requires_anchor === true;
    return { parts: [], startsAtDays: search === "" && !isForAdmission && days !== undefined && days.length > 0 };
  }
  const sessions = await client.ensureQueryData(sessionsQuery(at, day)).catch(() => undefined);
  const { session } = settleSession(decided, sessions, linked);
  if (session) await client.ensureQueryData(sessionQuery(at, session.id)).catch(() => undefined);
  return withParts(afterDatePart);
};
