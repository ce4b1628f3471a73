import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import css from "./Halls.module.css";

const ways = [
  { name: "Left", x: -1, y: 0 },
  { name: "Right", x: 1, y: 0 },
  { name: "Up", x: 0, y: -1 },
  { name: "Down", x: 0, y: 1 },
] as const;

/** Moves the selection by a number of map units. */
export function MoveBy({ onMove }: { readonly onMove: (by: { readonly x: number; readonly y: number }) => void }) {
  const [step, setStep] = useState("10");
  const by = /^\d{1,4}(?:\.\d{1,2})?$/.test(step) ? Number(step) : undefined;
  return (
    <div className={css.move}>
      <Field label="Units" error={by === undefined ? "In units of the map." : undefined}>
        <TextInput inputMode="decimal" value={step} onChange={({ target }) => setStep(target.value.trim())} />
      </Field>
      {ways.map(({ name, x, y }) => (
        <Button
          key={name}
          size="small"
          disabled={by === undefined}
          onClick={() => onMove({ x: x * (by ?? 0), y: y * (by ?? 0) })}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
