import { useState } from "react";
import type { SessionsPreview } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count } from "../../../shared/format/format.ts";
import { dayText } from "../schedule/scheduleFields.ts";
import { sessions } from "./sessionQueries.ts";
import { Fact } from "../../../shared/Page.tsx";
import css from "./sessions.module.css";
import recordCss from "../../../shared/styles/Record.module.css";

const numberOf = (places: number | null): string => (places === null ? "no limit" : places.toLocaleString("en-GB"));

/** How many sessions are listed before the list is opened. */
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
      <SessionLines label="New times" of={moved} textOf={timesText} />
      <SessionLines label="Sessions with buyers" of={bought} textOf={buyersText} />
    </div>
  );
}

type Touched = SessionsPreview["sessions"][number];
type LinesProps = {
  readonly label: string;
  readonly of: readonly Touched[];
  readonly textOf: (session: Touched) => string;
};

/** A line for each session; of many, the first ones until the list is opened. */
function SessionLines({ label, of: list, textOf }: LinesProps) {
  const [isOpen, setOpen] = useState(false);
  if (list.length === 0) return null;
  return (
    <>
      <ul className={css.bought} aria-label={label}>
        {(isOpen ? list : list.slice(0, maxNamed)).map((session) => (
          <li key={session.id}>{textOf(session)}</li>
        ))}
      </ul>
      {!isOpen && list.length > maxNamed && (
        <div>
          <Button size="small" kind="text" onClick={() => setOpen(true)}>
            Show all {sessions(list.length)}
          </Button>
        </div>
      )}
    </>
  );
}

const buyersText = ({ local_day, local_start, orders, people }: Touched): string =>
  `${dayText(local_day)}, ${local_start}: ${count(orders, "order")}, ${count(people, "person", "people")}`;
