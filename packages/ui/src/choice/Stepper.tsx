import { useState, type KeyboardEvent, type ReactNode } from "react";
import { useAnnounce } from "../feedback/Announcer.tsx";
import { IconButton } from "../action/IconButton.tsx";
import { quantityAbove, quantityBelow, settleQuantity, typedDigits, type QuantityRule } from "./quantity.ts";
import css from "./Stepper.module.css";

export type StepperProps = {
  /** The unit: 'Adult'. */
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max: number;
  readonly step?: number;
  readonly labels: { readonly less: string; readonly more: string; readonly now?: (value: number) => string };
  /** Why the maximum is reached; shown below and linked to the control. */
  readonly note?: ReactNode;
  readonly noteId?: string;
  readonly disabled?: boolean;
};

/** Minus, a number input, plus. A button at its limit keeps the focus. */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max,
  step = 1,
  labels,
  note,
  noteId,
  disabled = false,
}: StepperProps) {
  const announce = useAnnounce();
  const [typed, setTyped] = useState<string>();
  const rule: QuantityRule = { min, max, step };
  const above = quantityAbove(value, rule);
  const below = quantityBelow(value, rule);

  const change = (next: number) => {
    setTyped(undefined);
    if (next === value || disabled) return;
    onChange(next);
    announce(labels.now?.(next) ?? `${next} × ${label}`);
  };
  const commit = () => typed !== undefined && change(settleQuantity(Number(typed.trim() || 0), rule));

  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(event.key);
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const target = (key: string): number | undefined => {
    switch (key) {
      case "ArrowUp":
        return above;
      case "ArrowDown":
        return below;
      case "Home":
        return 0;
      case "End":
        return Number.isFinite(max) ? settleQuantity(max, rule) : undefined;
      case "Enter":
        return typed === undefined ? undefined : settleQuantity(Number(typed), rule);
      default:
        return undefined;
    }
  };

  return (
    <div className={css.stepper} data-empty={value === 0 || undefined}>
      <div className={css.row} role="group" aria-label={label}>
        <IconButton
          icon="minus"
          kind="edged"
          label={`${labels.less}: ${label}`}
          aria-disabled={disabled || below === value || undefined}
          onClick={() => change(below)}
        />
        <input
          className={css.number}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={0}
          aria-valuemax={Number.isFinite(max) ? max : undefined}
          aria-describedby={note ? noteId : undefined}
          disabled={disabled}
          value={typed ?? String(value)}
          onChange={(event) => setTyped(typedDigits(event.currentTarget.value))}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon="plus"
          kind="edged"
          label={`${labels.more}: ${label}`}
          aria-disabled={disabled || above === value || undefined}
          onClick={() => change(above)}
        />
      </div>
      {note && (
        <p className={css.note} id={noteId}>
          {note}
        </p>
      )}
    </div>
  );
}
