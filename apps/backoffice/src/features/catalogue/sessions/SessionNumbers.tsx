import type { SessionsPreview } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { count } from "../../../shared/format/format.ts";
import { dayText } from "../schedule/scheduleFields.ts";
import { sessions } from "./sessionQueries.ts";
import { Fact } from "../../../shared/Page.tsx";
import css from "./sessions.module.css";
import recordCss from "../../../shared/styles/Record.module.css";

const numberOf = (places: number | null): string => (places === null ? "no limit" : places.toLocaleString("en-GB"));

/** The maximum number of sessions with buyers that are listed; the others are counted. */
const maxNamed = 12;

/** 'Sat 6 Mar, 10:00–11:00 → 10:30–11:30', with the new day if it changes. */
const timesText = ({ local_day, local_start, local_end, becomes }: SessionsPreview["sessions"][number]): string => {
  const day = becomes && becomes.local_day !== local_day ? `${dayText(becomes.local_day)}, ` : "";
  const times = becomes ? `${becomes.local_start}–${becomes.local_end}` : "";
  return `${dayText(local_day)}, ${local_start}–${local_end} → ${day}${times}`;
};

/** A preview of a change in numbers, with the sessions that have buyers. */
export function SessionNumbers({ preview }: { readonly preview: SessionsPreview }) {
  const { changes, orders, people, carts, places } = preview;
  const moved = preview.sessions.filter(({ becomes }) => becomes !== null);
  const bought = preview.sessions.filter((session) => session.orders > 0);
  return (
    <div className={css.numbers} role="group" aria-label="What it comes to">
      <dl className={recordCss.facts}>
        <Fact name="Changes">{changes === 0 ? "Nothing: they already have these values" : sessions(changes)}</Fact>
        <Fact name="Places">
          {numberOf(places.before)} → {numberOf(places.after)}
        </Fact>
        <Fact name="Buyers">
          {orders === 0 ? "None" : `${count(orders, "order")}, ${count(people, "person", "people")}`}
        </Fact>
        <Fact name="Carts now">{carts.toLocaleString("en-GB")}</Fact>
      </dl>
      {moved.length > 0 && (
        <ul className={css.bought} aria-label="New times">
          {moved.slice(0, maxNamed).map((session) => (
            <li key={session.id}>{timesText(session)}</li>
          ))}
          {moved.length > maxNamed && <li>and {sessions(moved.length - maxNamed)} more</li>}
        </ul>
      )}
      {bought.length > 0 && (
        <ul className={css.bought} aria-label="Sessions with buyers">
          {bought.slice(0, maxNamed).map((session) => (
            <li key={session.id}>
              {dayText(session.local_day)}, {session.local_start}: {count(session.orders, "order")},{" "}
              {count(session.people, "person", "people")}
            </li>
          ))}
          {bought.length > maxNamed && <li>and {sessions(bought.length - maxNamed)} more</li>}
        </ul>
      )}
    </div>
  );
}
