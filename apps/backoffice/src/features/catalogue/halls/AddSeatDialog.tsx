import { useState } from "react";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import type { Loose } from "../document.ts";
import { numberIn } from "./rowFields.ts";
import css from "./Halls.module.css";

type AddSeatDialogProps = {
  /** The name of the section. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onSave: (seat: Loose) => void;
};

/** Adds a single seat, such as one in a box. */
export function AddSeatDialog({ name, onClose, onSave }: AddSeatDialogProps) {
  const [fields, setFields] = useState({ row: "", label: "", x: "", y: "" });
  const set = (field: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [field]: event.target.value });
  const [x, y] = [numberIn(fields.x), numberIn(fields.y)];
  const [row, label] = [fields.row.trim(), fields.label.trim()];
  return (
    <Dialog title={`A seat of ${name}`} onClose={onClose}>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (x !== undefined && y !== undefined) onSave({ row, label, at: [x, y] });
        }}
      >
        <div className={css.pair}>
          <Field label="Row" required>
            <TextInput value={fields.row} maxLength={30} onChange={set("row")} />
          </Field>
          <Field label="Seat" required>
            <TextInput value={fields.label} maxLength={30} onChange={set("label")} />
          </Field>
          <Field label="From the left" required>
            <TextInput inputMode="decimal" value={fields.x} onChange={set("x")} />
          </Field>
          <Field label="From the top" required>
            <TextInput inputMode="decimal" value={fields.y} onChange={set("y")} />
          </Field>
        </div>
        <p className={css.quiet}>In units of the map. Single seats of one row that follow each other are neighbours.</p>
        <SubmitActions onCancel={onClose} disabled={row === "" || label === "" || x === undefined || y === undefined}>
          Add
        </SubmitActions>
      </form>
    </Dialog>
  );
}
