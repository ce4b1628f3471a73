import type { Loose } from "../document.ts";
import { useState } from "react";
import { layOutHall } from "@foyer/rules/seating/hall/layOutHall.ts";
import { readWrittenHall } from "@foyer/rules/seating/hall/readHall.ts";
import { rowNames } from "@foyer/rules/seating/hall/rowNames.ts";
import { readGaps, rowsByRule, type RowRule } from "@foyer/rules/seating/hall/rowsByRule.ts";
import type { Numbering } from "@foyer/rules/seating/hall/writtenHall.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { count } from "../../../shared/format/format.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { numberIn, numberingNames } from "./rowFields.ts";
import css from "./Halls.module.css";

type AddRowsDialogProps = {
  readonly document: Loose;
  /** The name of the section. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onSave: (entry: Loose) => void;
};

/** The initial fields: below the existing seats, with enough room between seats for their circles. */
const beginIn = (document: Loose) => {
  const hall = readWrittenHall(document);
  const r = hall?.r ?? 5;
  const seats = hall ? layOutHall(hall) : [];
  const left = seats.reduce((least, { x }) => Math.min(least, x), Infinity);
  const bottom = seats.reduce((most, { y }) => Math.max(most, y), 0);
  return {
    names: "",
    seats: "",
    lastSeats: "",
    x: String(Number.isFinite(left) ? Math.round(left) : Math.ceil(4 * r)),
    y: String(Math.round(bottom + 4 * r)),
    seatDistance: String(Math.round(2.5 * r)),
    rowDistance: String(Math.round(3 * r)),
    angle: "0",
    bend: "0",
    gaps: "",
    start: "",
  };
};
type Fields = ReturnType<typeof beginIn>;

const ruleOf = (fields: Fields, numbering: Numbering): RowRule | undefined => {
  const names = rowNames(fields.names);
  const gaps = readGaps(fields.gaps);
  const [seats, x, y] = [numberIn(fields.seats), numberIn(fields.x), numberIn(fields.y)];
  const [seatDistance, rowDistance] = [numberIn(fields.seatDistance), numberIn(fields.rowDistance)];
  const [angle, bend] = [numberIn(fields.angle), numberIn(fields.bend)];
  const lastSeats = fields.lastSeats === "" ? seats : numberIn(fields.lastSeats);
  const start = numberIn(fields.start);
  if (!names || names.length === 0 || !gaps || seats === undefined || lastSeats === undefined) return undefined;
  if (x === undefined || y === undefined || angle === undefined || bend === undefined) return undefined;
  if (seatDistance === undefined || rowDistance === undefined) return undefined;
  if (fields.start !== "" && start === undefined) return undefined;
  return { names, seats, lastSeats, at: [x, y], seatDistance, rowDistance, angle, bend, gaps, numbering, start };
};

/** Adds rows by a rule: how many, how long, where they begin and how far apart they are. */
export function AddRowsDialog({ document, name, onClose, onSave }: AddRowsDialogProps) {
  const [fields, setFields] = useState(() => beginIn(document));
  const [numbering, setNumbering] = useState<Numbering>("left");
  const rule = ruleOf(fields, numbering);
  const input = (field: keyof Fields, label: string, hint?: string) => (
    <Field label={label} hint={hint}>
      <TextInput
        inputMode={field === "names" || field === "gaps" ? undefined : "decimal"}
        value={fields[field]}
        onChange={({ target }) => setFields({ ...fields, [field]: target.value })}
      />
    </Field>
  );
  return (
    <Dialog title={`Rows of ${name}`} onClose={onClose} isWide>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (rule) onSave(rowsByRule(rule));
        }}
      >
        <div className={css.fields}>
          {input("names", "Rows", "A, or A-F, or 1-12.")}
          {input("seats", "Seats in a row")}
          {input("lastSeats", "Seats in the last row", "Empty: the same number.")}
        </div>
        <div className={css.fields}>
          <Field label="Numbers">
            <Select
              value={numbering}
              onChange={({ target }) => setNumbering(target.value as Numbering)}
              options={Object.entries(numberingNames).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          {input("start", "First number", "Empty: 1.")}
          {input("gaps", "Aisles after", "4, 8:2 is after the fourth, and after the eighth two seats wide.")}
        </div>
        <div className={css.fields}>
          {input("x", "First seat, from the left")}
          {input("y", "First seat, from the top")}
          {input("seatDistance", "From seat to seat")}
          {input("rowDistance", "From row to row")}
          {input("angle", "Direction", "Degrees: 0 from left to right, 90 downwards.")}
          {input("bend", "Bend", "How far the middle lies back.")}
        </div>
        <SubmitActions onCancel={onClose} disabled={!rule}>
          {rule ? `Add ${count(rule.names.length, "row")}` : "Add rows"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
