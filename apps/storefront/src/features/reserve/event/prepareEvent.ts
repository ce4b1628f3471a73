import type { QueryClient } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { WebSettings } from "@foyer/contract/shop/seller.ts";
import { needsSession, needsNoSession } from "@foyer/rules/catalog/handlers.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { todayAt } from "@foyer/rules/values/localTime.ts";
import { initialReserveState, resolveDay, resolveSession } from "@foyer/rules/reserve/reserveState.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import type { LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { selectEventForm } from "./selectEventForm.ts";
import { lazyTicketSteps, lazyMembersOnly, lazyOneTicketForm, lazyQuantityFirstForm } from "../form/lazyForms.ts";
import type { EventLink } from "../queries/eventKeys.ts";
import {
  calendarQuery,
  eventQuery,
  linkedSessionQuery,
  sessionQuery,
  sessionsQuery,
  eventTimeZone,
} from "../queries/reserve.queries.ts";

export type EventPageContext = {
  readonly slug: string;
  readonly timezone: string;
  readonly now: string;
  readonly web: Pick<WebSettings, "reserve_flow">;
};

export type PreparedEvent = {
  /** Sources of the parts that this view has besides its screen. */
  readonly parts: readonly string[];
  /** It shows days to choose from, and nothing has been chosen: `StartForm` knows all of it. */
  readonly isDeferrable: boolean;
};

/** Loads parts, and says which. */
const loadWith = async (...parts: readonly LazyComponent<unknown>[]): Promise<PreparedEvent> => {
  await Promise.all(parts.map((part) => part.load()));
  return { parts: parts.flatMap(({ sources }) => sources), isDeferrable: false };
};

/**
 * Asks for everything that the first view of an event page shows, on the server and before a navigation alike, in as
 * few steps as the answers allow. Rejects when the event itself cannot be had.
 */
export const prepareEvent = async (
  client: QueryClient,
  context: EventPageContext,
  event_template_id: string,
  search: string,
  /** What an event needs that sells memberships, which have a room of their own. */
  prepareMembership: (event: EventReply) => Promise<readonly string[]>,
): Promise<PreparedEvent> => {
  const { tg } = parseReserveQuery(search);
  const link: EventLink = { slug: context.slug, event_template_id, tg };
  const [event, calendar] = await Promise.all([
    client.ensureQueryData(eventQuery(link)),
    client.ensureQueryData(calendarQuery(link)).catch(() => undefined),
  ]);
  const form = selectEventForm(event, { web: context.web, tg, isMember: false, hasAnchor: true });
  if (form === "quantity_first") return loadWith(lazyQuantityFirstForm, lazyTicketSteps);
  if (form === "membership") return { parts: await prepareMembership(event), isDeferrable: false };
  if (form === "one_ticket") return loadWith(lazyOneTicketForm);
  if (form === "members_only" || form === "expired_membership") return loadWith(lazyMembersOnly);
  if (form !== "date_first" && form !== "single") return loadWith();

  const today = todayAt(Temporal.Instant.from(context.now), eventTimeZone(event, context.timezone));
  const query = parseReserveQuery(search, today);
  const decided = initialReserveState(query);
  const linked =
    query.session &&
    (await client.ensureQueryData(linkedSessionQuery(link, query.session, today)).catch(() => undefined));
  const groups = reservableGroups(event.ticket_group?._data ?? [], query.tg);
  const hasFlexible = groups.some(needsNoSession);
  const days = groups.some(needsSession) ? calendar : [];

  const { mode, day } = resolveDay(decided, { days, linked, anchorDay: undefined, hasFlexible });
  if (mode === "flexible") return loadWith(lazyTicketSteps);
  if (day === undefined) {
    const isForAdmission = event.event_template._data[0]?.meta.requires_anchor === true;
    return { parts: [], isDeferrable: search === "" && !isForAdmission && days !== undefined && days.length > 0 };
  }
  const sessions = await client.ensureQueryData(sessionsQuery(link, day)).catch(() => undefined);
  const { session } = resolveSession(decided, sessions, linked);
  if (session) await client.ensureQueryData(sessionQuery(link, session.id)).catch(() => undefined);
  return loadWith(lazyTicketSteps);
};
