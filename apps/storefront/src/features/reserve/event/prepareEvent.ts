import type { QueryClient } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { WebSettings } from "@foyer/contract/shop/seller.ts";
import { hasSeats, needsSession, needsNoSession } from "@foyer/rules/catalog/handlers.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { initialReserveState, resolveDay, resolveSession } from "@foyer/rules/reserve/reserveState.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import type { LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { selectEventForm } from "./selectEventForm.ts";
import { lazyMembersOnly, lazyOneTicketForm, lazyQuantityFirstForm } from "../form/lazyForms.ts";
import { lazyTicketSteps } from "../form/lazyTicketSteps.ts";
import { lazySeatSummary } from "../seats/lazySeatSummary.ts";
import type { EventLink } from "../queries/eventKeys.ts";
import {
  calendarQuery,
  eventQuery,
  linkedSessionQuery,
  sessionQuery,
  sessionsQuery,
} from "../queries/reserve.queries.ts";
import { eventTimeZone } from "./eventTimeZone.ts";

export type EventPageContext = {
  readonly slug: string;
  readonly timezone: string;
  readonly now: string;
  readonly web: Pick<WebSettings, "reserve_flow">;
};

export type PreparedEventPage = {
  /** Sources of the lazy components on this view. */
  readonly lazySources: readonly string[];
  /** Only the date step is shown and nothing is chosen: `InitialReserveForm` is enough. */
  readonly isDeferrable: boolean;
};

/** Loads lazy components and returns their sources. */
const loadWith = async (...lazyComponents: readonly LazyComponent<unknown>[]): Promise<PreparedEventPage> => {
  await Promise.all(lazyComponents.map((component) => component.load()));
  return { lazySources: lazyComponents.flatMap(({ sources }) => sources), isDeferrable: false };
};

/**
 * Loads everything that the first view of an event page shows, on the server and before a navigation, in as few round
 * trips as possible. Rejects when the event itself cannot be loaded.
 */
export const prepareEventPage = async (
  client: QueryClient,
  context: EventPageContext,
  event_template_id: string,
  search: string,
  /** Prepares the membership form, which belongs to another feature. */
  prepareMembership: (event: EventReply) => Promise<readonly string[]>,
): Promise<PreparedEventPage> => {
  const { tg } = parseReserveQuery(search);
  const link: EventLink = { slug: context.slug, event_template_id, tg };
  const [event, calendar] = await Promise.all([
    client.ensureQueryData(eventQuery(link)),
    client.ensureQueryData(calendarQuery(link)).catch(() => undefined),
  ]);
  const form = selectEventForm(event, { web: context.web, tg, isMember: false, hasAnchor: true });
  if (form === "quantity_first") return loadWith(lazyQuantityFirstForm, lazyTicketSteps);
  if (form === "membership") return { lazySources: await prepareMembership(event), isDeferrable: false };
  if (form === "one_ticket") return loadWith(lazyOneTicketForm);
  if (form === "members_only" || form === "expired_membership") return loadWith(lazyMembersOnly);
  if (form !== "date_first" && form !== "single") return loadWith();

  const today = todayAt(Temporal.Instant.from(context.now), eventTimeZone(event, context.timezone));
  const query = parseReserveQuery(search, today);
  const state = initialReserveState(query);
  const linked =
    query.session &&
    (await client.ensureQueryData(linkedSessionQuery(link, query.session, today)).catch(() => undefined));
  const groups = reservableGroups(event.ticket_group?._data ?? [], query.tg);
  const hasFlexible = groups.some(needsNoSession);
  const days = groups.some(needsSession) ? calendar : [];

  const { mode, day } = resolveDay(state, { days, linked, anchorDay: undefined, hasFlexible });
  if (mode === "flexible") return loadWith(lazyTicketSteps);
  if (day === undefined) {
    const isForAdmission = event.event_template._data[0]?.meta.requires_anchor === true;
    return { lazySources: [], isDeferrable: search === "" && !isForAdmission && days !== undefined && days.length > 0 };
  }
  const sessions = await client.ensureQueryData(sessionsQuery(link, day)).catch(() => undefined);
  const { session } = resolveSession(state, sessions, linked);
  if (session) await client.ensureQueryData(sessionQuery(link, session.id)).catch(() => undefined);
  return session && groups.some(hasSeats) ? loadWith(lazyTicketSteps, lazySeatSummary) : loadWith(lazyTicketSteps);
};
