import type { Ref } from "react";
import css from "./control.module.css";
import { useFieldAttributes } from "./Field.tsx";

export type MoneyInputProps = {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** '$', or 'kr' with `signAfter`. */
  readonly sign: string;
  readonly signAfter?: boolean;
  /** Tidies what was typed when the input is left: '12,5' becomes '12.50'. */
  readonly format: (typed: string) => string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly "aria-label"?: string;
};

export function MoneyInput({
  value,
  onChange,
  onBlur,
  sign,
  signAfter = false,
  format,
  disabled,
  ...rest
}: MoneyInputProps) {
  const tidy = () => {
    const formatted = format(value);
    if (formatted !== value) onChange(formatted);
  };
  return (
    <span className={css.frame} data-disabled={disabled || undefined}>
      {!signAfter && <span className={css.sign}>{sign}</span>}
      <input
        {...useFieldAttributes()}
        {...rest}
        className={css.control}
        data-money
        type="text"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          tidy();
          onBlur?.();
        }}
        // Enter submits the form without leaving the input.
        onKeyDown={({ key }) => key === "Enter" && tidy()}
      />
      {signAfter && <span className={css.sign}>{sign}</span>}
    </span>
  );
}
