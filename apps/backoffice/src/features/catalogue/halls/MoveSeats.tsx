import { useState } from "react";
import { moveSeats } from "@foyer/rules/seating/hall/editHall.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import type { Loose } from "../document.ts";
import css from "./Halls.module.css";

type MoveSeatsProps = {
  readonly document: Loose;
  readonly keys: ReadonlySet<string>;
  readonly onEdit: (document: Loose) => void;
};

const ways = [
  { name: "Left", x: -1, y: 0 },
  { name: "Right", x: 1, y: 0 },
  { name: "Up", x: 0, y: -1 },
  { name: "Down", x: 0, y: 1 },
] as const;

/** Moves the chosen seats: single ones by themselves, those of rows with the rows that one rule lays out. */
export function MoveSeats({ document, keys, onEdit }: MoveSeatsProps) {
  const [step, setStep] = useState("10");
  const by = /^\d{1,4}(?:\.\d{1,2})?$/.test(step) ? Number(step) : undefined;
  return (
    <details>
      <summary>Move</summary>
      <div className={css.move}>
        <Field label="Units" error={by === undefined ? "A number of units of the map." : undefined}>
          <TextInput inputMode="decimal" value={step} onChange={({ target }) => setStep(target.value.trim())} />
        </Field>
        {ways.map(({ name, x, y }) => (
          <Button
            key={name}
            size="small"
            disabled={by === undefined}
            onClick={() => onEdit(moveSeats(document, keys, { x: x * (by ?? 0), y: y * (by ?? 0) }))}
          >
            {name}
          </Button>
        ))}
      </div>
      <p className={css.quiet}>Rows that were laid out together move together.</p>
    </details>
  );
}
