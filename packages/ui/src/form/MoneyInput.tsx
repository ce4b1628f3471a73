import { useState, type Ref } from "react";
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
  /** Normalises the typed text when the input loses focus: '12,5' becomes '12.50'. */
  readonly format: (typed: string) => string;
  /** Formats the normalised value for the locale. */
  readonly show?: (value: string) => string;
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
  show = (tidied) => tidied,
  disabled,
  ...rest
}: MoneyInputProps) {
  // The typed text is kept unchanged until the input loses focus; until then it is not treated as a normalised value.
  const [typed, setTyped] = useState<string>();
  const tidy = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const formatted = format(typed);
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
        value={typed ?? show(value)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(currentTarget.value);
        }}
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
