import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import type { Configuration, WebSettings } from "@foyer/contract/shop/seller.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import type { Instant } from "@foyer/contract/basics.ts";
import { localDayOf } from "../dates/localTime.ts";
import { fitsVisit, parseVisitTime, visitWindow, type VisitSession, type VisitTime } from "./visitTime.ts";

/** When add-ons may take place: the seller's policy and the visits in the cart. */
export type VisitLimit = { readonly policy: VisitTime; readonly visits: readonly VisitSession[] };

type Line = Pick<CartLine, "event_template_id" | "start_datetime" | "end_datetime" | "timezone" | "needs_anchor">;
type VisitCart = { readonly anchor: object | null; readonly lines: readonly Line[] };
/** The seller's settings for add-ons; without an admission event, every event is a visit that is no add-on. */
export type VisitSettings = {
  readonly visit_time: string | undefined;
  readonly admission_event_id: string | undefined;
};
export const visitSettingsOf = ({
  configuration,
  web,
}: {
  readonly configuration: Pick<Configuration, "upsells">;
  readonly web: Pick<WebSettings, "admission_event_id">;
}): VisitSettings => ({
  visit_time: configuration.upsells?.visit_time,
  admission_event_id: web.admission_event_id,
});

const isDated = (line: Line): line is Line & VisitSession => line.start_datetime !== null && line.end_datetime !== null;

/** Undefined if nothing is limited: no visit in the cart or no policy. `hold/anchor` has the same rule for tickets. */
export const visitLimit = (
  { visit_time, admission_event_id }: VisitSettings,
  cart: VisitCart | undefined,
): VisitLimit | undefined => {
  const policy = parseVisitTime(visit_time);
  if (!policy || !cart?.anchor) return undefined;
  const visits = cart.lines
    .filter(isDated)
    .filter(
      (line) =>
        !line.needs_anchor && (admission_event_id === undefined || line.event_template_id === admission_event_id),
    );
  return visits.length > 0 ? { policy, visits } : undefined;
};

/** A period in which sessions start; its end is exclusive. */
export type StartPeriod = { readonly from: Instant; readonly before: Instant };

/** A session during a visit may have started before it. */
const longestSession = { hours: 24 } as const;
/** Periods that are closer together are one. */
const shortestGap = { hours: 24 } as const;

const startPeriod = (policy: VisitTime, visit: VisitSession): StartPeriod => {
  const { start, end } = visitWindow(policy, visit);
  const from = Temporal.Instant.from(start);
  return {
    from: (policy === "timeslot" ? from.subtract(longestSession) : from).toString(),
    // The end of a window is exclusive, but not for a rule about session starts.
    before: Temporal.Instant.from(end).add({ seconds: 1 }).toString(),
  };
};

/** The periods in which sessions that fit a visit start, in order. They can contain sessions that do not. */
export const startPeriods = ({ policy, visits }: VisitLimit): readonly StartPeriod[] =>
  visits
    .map((visit) => startPeriod(policy, visit))
    .toSorted((one, other) => Temporal.Instant.compare(one.from, other.from))
    .reduce<readonly StartPeriod[]>((before, next) => {
      const last = before.at(-1);
      if (!last || Temporal.Instant.compare(Temporal.Instant.from(last.before).add(shortestGap), next.from) < 0)
        return [...before, next];
      const end = Temporal.Instant.compare(last.before, next.before) < 0 ? next.before : last.before;
      return [...before.slice(0, -1), { from: last.from, before: end }];
    }, []);

/** Sessions at times that match a visit. */
export const sessionsFittingVisit = <S extends Pick<EventSession, "start_datetime" | "end_datetime">>(
  sessions: readonly S[],
  { policy, visits }: VisitLimit,
): readonly S[] => sessions.filter((session) => visits.some((visit) => fitsVisit(policy, visit, session)));

/** How far a session can last into the next day. */
const longestNight = { hours: 6 } as const;

/** Days that can have a session at a time that matches a visit. */
export const daysFittingVisit = <D extends Pick<CalendarDate, "date">>(
  days: readonly D[],
  { policy, visits }: VisitLimit,
): readonly D[] => {
  const windows = visits.map((visit) => {
    const { start, end } = visitWindow(policy, visit);
    const last = Temporal.Instant.from(end).subtract({ milliseconds: 1 }).toString();
    // A session that overlaps an early visit may have started the evening before.
    const from = policy === "timeslot" ? Temporal.Instant.from(start).subtract(longestNight).toString() : start;
    return { from: localDayOf(from, visit.timezone), to: localDayOf(last < start ? start : last, visit.timezone) };
  });
  return days.filter(({ date }) => windows.some(({ from, to }) => date >= from && date <= to));
};

/** The cart lines that a session of an event can conflict with: those that do not belong to the same visit. */
export const linesOfOtherVisits = <L extends Pick<CartLine, "event_template_id" | "needs_anchor">>(
  lines: readonly L[],
  { event_template_id, isAddOn }: { readonly event_template_id: string; readonly isAddOn: boolean },
  anchor: Pick<NonNullable<Cart["anchor"]>, "event_template_id"> | null,
): readonly L[] => {
  if (anchor === null) return lines;
  if (isAddOn) return lines.filter((line) => line.event_template_id !== anchor.event_template_id);
  return event_template_id === anchor.event_template_id ? lines.filter((line) => !line.needs_anchor) : lines;
};
