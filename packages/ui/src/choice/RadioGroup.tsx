import { useId, type ReactNode } from "react";
import { ErrorLine } from "../feedback/ErrorLine.tsx";
import css from "./RadioGroup.module.css";

export type RadioOption = {
  readonly value: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
};

export type RadioGroupProps = {
  readonly legend: ReactNode;
  readonly options: readonly RadioOption[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly name?: string;
};

/** Native radio buttons, for choices without side effects, because the arrow keys select as they move. */
export function RadioGroup({ legend, options, value, onChange, error, name }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      className={css.group}
      aria-describedby={error ? id : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className={css.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.row} data-disabled={option.disabled || undefined}>
          <input
            type="radio"
            className={css.input}
            name={name ?? id}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={css.dot} />
          <span>
            {option.label}
            {option.hint && <span className={css.hint}>{option.hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <ErrorLine id={id} isAlert={false}>
          {error}
        </ErrorLine>
      )}
    </fieldset>
  );
}
