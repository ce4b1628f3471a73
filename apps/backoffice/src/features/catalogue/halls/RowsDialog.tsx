import { useState } from "react";
import type { Loose } from "../document.ts";
import { rowNames } from "@foyer/rules/seating/hall/rowNames.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { entryOf, numberingNames, rowFieldsOf, type RowFields } from "./rowFields.ts";
import css from "./Halls.module.css";

type RowsDialogProps = {
  readonly entry: Loose;
  readonly onClose: () => void;
  readonly onSave: (entry: Loose) => void;
};

const isWrong = (found: Loose | readonly (keyof RowFields)[]): found is readonly (keyof RowFields)[] =>
  Array.isArray(found);

/** Rows that are laid out by one rule, given by the ends of the first and the last row. */
export function RowsDialog({ entry, onClose, onSave }: RowsDialogProps) {
  const [fields, setFields] = useState(() => rowFieldsOf(entry));
  const [wrong, setWrong] = useState<ReadonlySet<keyof RowFields>>(new Set());
  const isSeveral = (rowNames(fields.names)?.length ?? 0) > 1;
  const input = (name: keyof RowFields, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={wrong.has(name) ? "This is missing, or cannot be read." : undefined}>
      <TextInput
        inputMode={name === "names" || name === "gaps" ? undefined : "decimal"}
        value={fields[name]}
        onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
      />
    </Field>
  );
  const save = (): void => {
    const next = entryOf(entry, fields);
    if (isWrong(next)) setWrong(new Set(next));
    else onSave(next);
  };
  return (
    <Dialog title="Rows" onClose={onClose} isWide>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={css.pair}>
          {input("names", "Rows", "A, or A-F, or 1-12.")}
          {input(
            "gaps",
            "Aisles after",
            "4, 8:2 is after the fourth, and after the eighth two seats wide; 0.5 in the middle.",
          )}
        </div>
        <div className={css.pair}>
          <Field label="Numbers">
            <Select
              value={fields.numbering}
              onChange={({ target }) => setFields({ ...fields, numbering: target.value as RowFields["numbering"] })}
              options={Object.entries(numberingNames).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          {input("start", "First number", "Empty: 1.")}
        </div>
        <fieldset className={css.fields}>
          <legend>{isSeveral ? "First row" : "Ends of the row"}</legend>
          {input("seats", "Seats")}
          {input("x1", "First seat, from the left")}
          {input("y1", "First seat, from the top")}
          {input("x2", "Last seat, from the left")}
          {input("y2", "Last seat, from the top")}
          {input("bend", "Bend")}
        </fieldset>
        {isSeveral && (
          <fieldset className={css.fields}>
            <legend>Last row</legend>
            {input("lastSeats", "Seats in it")}
            {input("lastX1", "Its first seat, from the left")}
            {input("lastY1", "Its first seat, from the top")}
            {input("lastX2", "Its last seat, from the left")}
            {input("lastY2", "Its last seat, from the top")}
            {input("lastBend", "Its bend")}
          </fieldset>
        )}
        <p className={css.quiet}>
          The bend is how far the middle of a row lies to the right of the way from its first seat to its last. Seats
          are found again by section, row and number: where these change, others take their place.
        </p>
        <SubmitActions onCancel={onClose}>Save</SubmitActions>
      </form>
    </Dialog>
  );
}
