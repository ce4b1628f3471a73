import {
  maxSessionsAtOnce,
  type ListedSession,
  type sessionList,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import type { HeldRows } from "../../../shared/list/HeldRow.tsx";
import { ListTable } from "../../../shared/list/ListTable.tsx";
import type { ListView } from "../../../shared/list/useListView.ts";
import { dayText } from "../schedule/scheduleFields.ts";
import { SessionNote } from "./SessionNote.tsx";
import { placesText } from "./sessionQueries.ts";
import css from "./sessions.module.css";

type SessionTableProps = {
  readonly slug: string;
  readonly eventKey: string;
  /** Whether the reader can write notes and keep places. */
  readonly mayNote: boolean;
  readonly view: ListView<typeof sessionList>;
  /** The sessions in their previous order are shown until those in the new order are loaded. */
  readonly isBusy: boolean;
  readonly sessions: readonly ListedSession[];
  readonly held: HeldRows<ListedSession>;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onKeep: (session: ListedSession) => void;
};

export function SessionTable(props: SessionTableProps) {
  const { slug, eventKey, mayNote, view, isBusy, sessions, held, chosen, onChoose, onKeep } = props;
  const ids = new Set(chosen);
  const isFull = chosen.length >= maxSessionsAtOnce;
  const cellsOf = (session: ListedSession) => ({
    session: (
      <Checkbox
        label={`${dayText(session.local_day)}, ${session.local_start}–${session.local_end}`}
        checked={ids.has(session.id)}
        // One that has begun since it was chosen can still be taken out of the choice.
        disabled={!ids.has(session.id) && (session.has_begun || isFull)}
        onChange={({ target }) =>
          onChoose(target.checked ? [...chosen, session.id] : chosen.filter((id) => id !== session.id))
        }
      />
    ),
    taken: (
      <>
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
      </>
    ),
    state: <SessionState session={session} />,
    note: mayNote ? <SessionNote slug={slug} eventKey={eventKey} session={session} /> : session.note,
  });
  return (
    <ListTable
      view={view}
      label="Sessions"
      order="in the order of time"
      rows={sessions}
      held={held}
      keyOf={({ id }) => id}
      cellsOf={cellsOf}
      marksOf={({ has_begun }) => ({ "data-begun": has_begun || undefined })}
      isBusy={isBusy}
      className={css.columns}
    />
  );
}

function SessionState({ session }: { readonly session: ListedSession }) {
  const { cancelled, closed, has_begun, is_changed, planned, local_day } = session;
  const plannedDay = planned && planned.local_day !== local_day ? `${dayText(planned.local_day)}, ` : "";
  return (
    <>
      {cancelled && <Tag tone="danger">Cancelled</Tag>}
      {has_begun && !cancelled && <Tag>Has begun</Tag>}
      {closed && !has_begun && !cancelled && <Tag tone="warning">Sales closed</Tag>}
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
