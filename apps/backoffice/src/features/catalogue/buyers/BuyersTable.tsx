import { useState } from "react";
import type { ChangedBuyers, ChangedSession, SessionFact } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count, plural } from "../../../shared/format/format.ts";
import { Section } from "../../../shared/Page.tsx";
import { dayText } from "../schedule/scheduleFields.ts";
import cardCss from "../../../shared/styles/CardTable.module.css";
import css from "../catalogue.module.css";

/** How many sessions are listed before the list is opened. */
const maxNamed = 10;

const factTexts: Readonly<Record<Exclude<SessionFact, "time">, string>> = {
  cancelled: "cancelled",
  takes_place: "takes place after all",
  taken_out: "removed from the schedule",
  back: "back in the schedule",
  places: "number of places",
  name: "name of the event",
  venue: "venue",
};

/** '10:00–11:00 → Sun 7 Mar, 10:30–11:30'; the day is left out if it stays the same. */
const timeText = ({ local_day, local_start, local_end, becomes }: ChangedSession): string => {
  if (!becomes) return "";
  const day = becomes.local_day === local_day ? "" : `${dayText(becomes.local_day)}, `;
  return `${local_start}–${local_end} → ${day}${becomes.local_start}–${becomes.local_end}`;
};

const changeText = (session: ChangedSession): string =>
  session.what.map((fact) => (fact === "time" ? timeText(session) : factTexts[fact])).join(", ");

const announcedText = (sessions: number): string =>
  ` Buyers of ${count(sessions, "session that is", "sessions that are")} cancelled, or ${plural(sessions, "takes", "take")} place after all, get an email about that in any case.`;

/** The sessions with buyers that a publishing changes, with the numbers of orders and people of each. */
export function BuyersTable({ buyers }: { readonly buyers: ChangedBuyers }) {
  const { sessions, orders, people, announced, list } = buyers;
  const [isOpen, setIsOpen] = useState(false);
  if (orders === 0) return null;
  const shown = isOpen ? list : list.slice(0, maxNamed);
  return (
    <Section title={count(sessions, "session with buyers changes", "sessions with buyers change")}>
      <p className={css.sentence}>
        This affects {count(orders, "order")} for {count(people, "person", "people")}.
        {announced > 0 && announcedText(announced)}
      </p>
      <div className={cardCss.frame}>
        <table className={cardCss.table}>
          <thead>
            <tr>
              <th scope="col">Session</th>
              <th scope="col">Changes</th>
              <th scope="col">Orders</th>
              <th scope="col">People</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((session) => (
              <tr key={session.id}>
                <th scope="row">
                  {session.event}, {dayText(session.local_day)}, {session.local_start}
                </th>
                <td data-label="Changes">{changeText(session)}</td>
                <td data-label="Orders">{session.orders.toLocaleString("en-GB")}</td>
                <td data-label="People">{session.people.toLocaleString("en-GB")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < list.length && (
        <div>
          <Button size="small" onClick={() => setIsOpen(true)}>{`Show ${list.length} sessions`}</Button>
        </div>
      )}
      {isOpen && sessions > list.length && (
        <p className={css.quiet}>and {count(sessions - list.length, "more session")}</p>
      )}
    </Section>
  );
}
