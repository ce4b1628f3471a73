import { maxSessionsAtOnce, type ListedSession } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { dayText } from "../schedule/scheduleFields.ts";
import { SessionNote } from "./SessionNote.tsx";
import { placesText } from "./sessionQueries.ts";
import tableCss from "../../../shared/list/ListTable.module.css";
import css from "./sessions.module.css";

type SessionTableProps = {
  readonly slug: string;
  readonly eventKey: string;
  /** Whether the reader can write notes and keep places. */
  readonly mayNote: boolean;
  readonly sessions: readonly ListedSession[];
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onKeep: (session: ListedSession) => void;
};

export function SessionTable({ slug, eventKey, mayNote, sessions, chosen, onChoose, onKeep }: SessionTableProps) {
  const ids = new Set(chosen);
  const isFull = chosen.length >= maxSessionsAtOnce;
  return (
    <div className={tableCss.frame}>
      <table className={`${tableCss.table} ${css.columns}`} aria-label="Sessions">
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col" data-number>
              Taken
            </th>
            <th scope="col">State</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id} data-begun={session.has_begun || undefined}>
              <td>
                <Checkbox
                  label={`${dayText(session.local_day)}, ${session.local_start}–${session.local_end}`}
                  checked={ids.has(session.id)}
                  disabled={session.has_begun || (isFull && !ids.has(session.id))}
                  onChange={({ target }) =>
                    onChoose(target.checked ? [...chosen, session.id] : chosen.filter((id) => id !== session.id))
                  }
                />
              </td>
              <td data-number>
                {placesText(session)}
                {mayNote && (
                  <span className={css.keep}>
                    <Button
                      size="small"
                      kind="text"
                      aria-label={`Keep places of ${dayText(session.local_day)}, ${session.local_start}`}
                      onClick={() => onKeep(session)}
                    >
                      Keep
                    </Button>
                  </span>
                )}
              </td>
              <td>
                <SessionState session={session} />
              </td>
              <td>{mayNote ? <SessionNote slug={slug} eventKey={eventKey} session={session} /> : session.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SessionState({ session }: { readonly session: ListedSession }) {
  const { cancelled, closed, has_begun, is_changed, planned, local_day } = session;
  const plannedDay = planned && planned.local_day !== local_day ? `${dayText(planned.local_day)}, ` : "";
  return (
    <>
      {cancelled && <Tag tone="danger">Cancelled</Tag>}
      {has_begun && !cancelled && <Tag>Has begun</Tag>}
      {closed && !has_begun && !cancelled && <Tag tone="warning">Sales stopped</Tag>}
      {!cancelled && !has_begun && !closed && <span className={css.quiet}>On sale</span>}
      {is_changed && <Tag tone="brand">Changed</Tag>}
      {planned && (
        <span className={css.quiet}>
          Moved from {plannedDay}
          {planned.local_start}
        </span>
      )}
    </>
  );
}
