import { useQuery } from "@tanstack/react-query";
import type { CalendarDate } from "@foyer/contract/shop/sessions.ts";
import { resolveDay, resolveSession, type ReserveState } from "@foyer/rules/reserve/reserveState.ts";
import { useVisitWindow } from "../date/useVisitWindow.ts";
import { calendarQuery, linkedSessionQuery, sessionsQuery } from "../queries/reserve.queries.ts";
import type { ReserveContext } from "./useReserveContext.ts";

const noDays: readonly CalendarDate[] = [];

/** The day and session that follow from the visitor's decisions, the link and the server's calendar. */
export const useDateFirstTime = (
  { eventLink, today, template }: ReserveContext,
  state: ReserveState,
  { hasDated, hasFlexible }: { readonly hasDated: boolean; readonly hasFlexible: boolean },
) => {
  const calendar = useQuery({ ...calendarQuery(eventLink), enabled: hasDated });
  const visitWindow = useVisitWindow(template);
  const days = hasDated ? calendar.data && visitWindow.days(calendar.data) : noDays;
  const linked = useQuery({
    ...linkedSessionQuery(eventLink, state.link, today),
    enabled: state.link !== undefined && hasDated,
  });
  const {
    mode,
    day,
    notice: dayNotice,
  } = resolveDay(state, { days, linked: linked.data, anchorDay: visitWindow.visitDay, hasFlexible });

  const sessionList = useQuery({ ...sessionsQuery(eventLink, day ?? ""), enabled: day !== undefined });
  const daySessions = day === undefined || !sessionList.data ? undefined : visitWindow.sessions(sessionList.data);
  const { session, notice: sessionNotice } = resolveSession(state, daySessions, linked.data);
  return {
    mode,
    days,
    day,
    daySessions,
    session,
    /** For an add-on: the sessions at a time that matches the visit. */
    atVisit: visitWindow.sessions,
    notice: dayNotice ?? sessionNotice,
    isLinkedSessionKnown: state.link === undefined || !hasDated || linked.data !== undefined,
    hasFailed: calendar.isError || (day !== undefined && sessionList.isError),
  };
};
