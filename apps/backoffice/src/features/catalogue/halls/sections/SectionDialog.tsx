import { useState } from "react";
import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Dialog } from "../../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../../shared/dialog/SubmitActions.tsx";
import { textOf, withField, type Loose } from "../../document.ts";
import css from "../Halls.module.css";

type SectionDialogProps = {
  /** Undefined for a new section. */
  readonly section: Loose | undefined;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSave: (section: Loose) => void;
};

/** A section of a hall. Its key never changes, since it identifies the seats. */
export function SectionDialog({ section, taken, onClose, onSave }: SectionDialogProps) {
  const [name, setName] = useState(textOf(section?.["name"]));
  const [ticket, setTicket] = useState(textOf(section?.["seat_name"]));
  const save = (): void => {
    const named = { ...(section ?? { key: newKey(name, taken) }), name: name.trim() };
    onSave(withField(named, "seat_name", ticket.trim()));
  };
  return (
    <Dialog title={section ? `Section ${textOf(section["name"])}` : "A new section"} onClose={onClose}>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Name" required hint={section ? undefined : "Rows are added to it next."}>
          <TextInput value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label="On tickets" hint="With {section}, {row} and {label}. Empty: all three in this order.">
          <TextInput value={ticket} maxLength={100} onChange={({ target }) => setTicket(target.value)} />
        </Field>
        <SubmitActions onCancel={onClose} disabled={name.trim() === ""}>
          {section ? "Save" : "Add"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
