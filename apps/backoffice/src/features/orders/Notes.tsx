import { useState, type ReactNode, type RefObject } from "react";
import { useBlocker } from "@tanstack/react-router";
import { addOrderNote, pinOrderNote } from "@foyer/contract/office/orders/deskActions.ts";
import type { DeskNote } from "@foyer/contract/office/orders/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { Section } from "../../shared/Page.tsx";
import { useToast } from "../../shared/Toast.tsx";
import css from "./OrderScreen.module.css";

type NotesProps<Note extends DeskNote> = {
  readonly notes: readonly Note[];
  /** The order that a note stands on, and that a new one is written to. */
  readonly orderOf: (note?: Note) => number;
  readonly slug: string;
  readonly timezone: string;
  readonly mayWrite: boolean;
  readonly hint?: string;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly refresh: () => Promise<unknown>;
  /** What stands beside a note. */
  readonly more?: (note: Note) => ReactNode;
};

/** Notes, visible only to staff. Leaving the screen with an unsaved note asks first. */
export function Notes<Note extends DeskNote>({
  notes,
  orderOf,
  slug,
  timezone,
  mayWrite,
  hint = "Seen by staff only.",
  field,
  refresh,
  more,
}: NotesProps<Note>) {
  const [text, setText] = useState("");
  // The number in the path of a call is text; the contract parses it.
  const pathTo = (note?: Note) => ({ order_number: String(orderOf(note)) }) as never as { order_number: string };
  const add = useAction(async () => {
    await callOffice(addOrderNote, { ...pathTo(), text: text.trim(), is_pinned: false }, slug);
    setText("");
    await refresh();
  });
  const toast = useToast();
  const setPinned = async (note: Note, is_pinned: boolean): Promise<void> => {
    await callOffice(pinOrderNote, { ...pathTo(note), note_id: note.id, is_pinned }, slug);
    await refresh();
  };
  const pin = useAction(async (note: Note) => {
    await setPinned(note, !note.is_pinned);
    const text = note.is_pinned ? "The note is no longer pinned." : "The note is pinned.";
    toast({ text, undo: () => setPinned(note, note.is_pinned) });
  });
  const isDirty = text.trim() !== "";
  const leaving = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true });
  return (
    <Section title="Notes">
      {mayWrite && (
        <form
          className={css.write}
          onSubmit={(event) => {
            event.preventDefault();
            if (isDirty) void add.run();
          }}
        >
          <Field label="New note" error={add.errorOf("text")} hint={hint}>
            <TextArea
              ref={field ?? null}
              rows={3}
              maxLength={2000}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && isDirty) void add.run();
              }}
            />
          </Field>
          <Refusal of={add} fields={["text"]} />
          <Refusal of={pin} />
          <Button size="small" type="submit" busy={add.isBusy} disabled={!isDirty}>
            Save note
          </Button>
        </form>
      )}
      {notes.map((note) => (
        <article key={note.id} className={css.note}>
          <p>{note.text}</p>
          <footer>
            <span className={css.quiet}>
              {note.by} · {formatMoment(note.at, timezone)}
            </span>
            {more?.(note)}
            {note.is_pinned && <Tag tone="brand">Pinned</Tag>}
            {mayWrite && (
              <Button size="small" kind="text" onClick={() => void pin.run(note)}>
                {note.is_pinned ? "Unpin" : "Pin"}
              </Button>
            )}
          </footer>
        </article>
      ))}
      {leaving.status === "blocked" && (
        <Dialog title="Your note is not saved" asks={false} onClose={leaving.reset}>
          <p>Save it before you leave?</p>
          <DialogActions>
            <Button onClick={leaving.reset}>Stay</Button>
            <Button onClick={leaving.proceed}>Discard</Button>
            <Button
              kind="primary"
              busy={add.isBusy}
              onClick={() => void add.run().then((isSaved) => (isSaved ? leaving.proceed() : leaving.reset()))}
            >
              Save note
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  );
}
