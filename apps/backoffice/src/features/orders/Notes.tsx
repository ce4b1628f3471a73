import { useState, type RefObject } from "react";
import { useBlocker } from "@tanstack/react-router";
import { addOrderNote, pinOrderNote } from "@foyer/contract/office/orders/deskActions.ts";
import type { DeskNote, DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { Section } from "../../shared/Page.tsx";
import { queryClient } from "../../shared/queries.ts";
import css from "./OrderScreen.module.css";

type NotesProps = {
  readonly order: DeskOrder;
  readonly slug: string;
  readonly mayWrite: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
};

/** Notes, visible only to staff. Leaving the screen with an unsaved note asks first. */
export function Notes({ order, slug, mayWrite, field }: NotesProps) {
  const [text, setText] = useState("");
  const params = { order_number: String(order.order_number) } as never as { order_number: string };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["order", slug, String(order.order_number)] });
  const add = useAction(async () => {
    await callOffice(addOrderNote, { ...params, text: text.trim(), is_pinned: false }, slug);
    setText("");
    await refresh();
  });
  const pin = useAction(async ({ id, is_pinned }: DeskNote) => {
    await callOffice(pinOrderNote, { ...params, note_id: id, is_pinned: !is_pinned }, slug);
    await refresh();
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
          <Field label="New note" error={add.errorOf("text")} hint="Seen by staff only.">
            <TextArea
              ref={field}
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
      {order.notes.map((note) => (
        <article key={note.id} className={css.note}>
          <p>{note.text}</p>
          <footer>
            <span className={css.quiet}>
              {note.by} · {formatMoment(note.at, order.timezone)}
            </span>
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
          <p>Save it before you leave this order?</p>
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
