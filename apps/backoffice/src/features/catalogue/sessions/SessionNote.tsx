import { useState } from "react";
import { noteSession, type ListedSession } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { CallError, callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { Refusal, useAction } from "../../../shared/Form.tsx";
import { dayText } from "../schedule/scheduleFields.ts";
import { refreshSessions } from "./sessionQueries.ts";
import css from "./sessions.module.css";
import recordCss from "../../../shared/styles/Record.module.css";

type SessionNoteProps = { readonly slug: string; readonly eventKey: string; readonly session: ListedSession };

/** The note of a session, and its dialog. */
export function SessionNote({ slug, eventKey, session }: SessionNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `${dayText(session.local_day)}, ${session.local_start}`;
  return (
    <>
      {session.note !== null && <span className={css.note}>{session.note}</span>}
      <Button size="small" kind="text" aria-label={`Note on ${name}`} onClick={() => setOpen(true)}>
        {session.note === null ? "Note" : "Edit note"}
      </Button>
      {isOpen && (
        <NoteDialog slug={slug} eventKey={eventKey} session={session} title={name} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type NoteDialogProps = SessionNoteProps & { readonly title: string; readonly onClose: () => void };

function NoteDialog({ slug, eventKey, session, title, onClose }: NoteDialogProps) {
  const [note, setNote] = useState(session.note ?? "");
  const [was, setWas] = useState(session.note);
  const [theirs, setTheirs] = useState<string>();
  const save = useAction(async () => {
    const ids = { key: eventKey, event_session_id: session.id };
    try {
      await callOffice(noteSession, { ...ids, note: note.trim(), was }, slug);
    } catch (error) {
      if (error instanceof CallError && error.code === "stale_version") {
        const current = typeof error.extra["note"] === "string" ? error.extra["note"] : null;
        setWas(current);
        setTheirs(current ?? "");
      }
      throw error;
    } finally {
      await refreshSessions(slug);
    }
    onClose();
  });
  return (
    <Dialog title={`Note on ${title}`} onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <Field label="Note" error={save.errorOf("note")} hint="Seen by staff only. Empty: no note.">
          <TextArea rows={3} value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <Refusal of={save} fields={["note"]} />
        {theirs !== undefined && (
          <p>
            {theirs === "" ? "The note was removed." : `The note is now: “${theirs}”.`} Saving again replaces it by
            yours.
          </p>
        )}
        <SubmitActions onCancel={onClose} cancel="Back" busy={save.isBusy}>
          Save the note
        </SubmitActions>
      </form>
    </Dialog>
  );
}
