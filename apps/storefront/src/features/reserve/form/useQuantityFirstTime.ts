import { useQuery } from "@tanstack/react-query";
import type { QuantityFirstState } from "@foyer/rules/reserve/quantityFirst.ts";
import type { TicketQuantity } from "@foyer/contract/shop/sessions.ts";
import { resolveDay, resolveSession } from "@foyer/rules/reserve/reserveState.ts";
import { useVisitWindow } from "../date/useVisitWindow.ts";
import { pricedCalendarQuery, pricedSessionsQuery } from "../queries/deferred.queries.ts";
import { linkedSessionQuery, sessionQuery } from "../queries/reserve.queries.ts";
import type { ReserveContext } from "./useReserveContext.ts";

/** The day and session for the wanted tickets, once the visitor has pressed "find". */
export const useQuantityFirstTime = (
  { eventLink, today, template }: ReserveContext,
  state: QuantityFirstState,
  { wanted, isFound }: { readonly wanted: readonly TicketQuantity[]; readonly isFound: boolean },
) => {
  const calendar = useQuery({ ...pricedCalendarQuery(eventLink, wanted), enabled: isFound });
  const visitWindow = useVisitWindow(template);
  const days = isFound && calendar.data ? visitWindow.days(calendar.data) : undefined;
  const linked = useQuery({
    ...linkedSessionQuery(eventLink, state.link, today),
    enabled: isFound && state.link !== undefined,
  });
  const resolved = resolveDay(state, {
    days,
    linked: linked.data,
    anchorDay: visitWindow.visitDay,
    hasFlexible: false,
  });
  const day = isFound && days ? resolved.day : undefined;

  const sessionList = useQuery({ ...pricedSessionsQuery(eventLink, day ?? "", wanted), enabled: day !== undefined });
  const daySessions = day === undefined || !sessionList.data ? undefined : visitWindow.sessions(sessionList.data);
  const { session, notice: sessionNotice } = resolveSession(state, daySessions, linked.data);
  const detail = useQuery({ ...sessionQuery(eventLink, session?.id ?? ""), enabled: session !== undefined });
  return {
    calendar,
    days,
    day,
    daySessions,
    session,
    /** For an add-on: the sessions at a time that matches the visit. */
    atVisit: visitWindow.sessions,
    detail,
    notice: resolved.notice ?? sessionNotice,
    isLinkedSessionKnown: state.link === undefined || linked.data !== undefined,
    hasFailed: (day !== undefined && sessionList.isError) || (session !== undefined && detail.isError),
    isLoading:
      calendar.isLoading || linked.isLoading || sessionList.isLoading || (session !== undefined && detail.isLoading),
  };
};
