import type { Ref } from "react";
import { tidyAmount } from "./tidyAmount.ts";
import css from "./control.module.css";
import { useFieldAttributes } from "./Field.tsx";

export type MoneyInputProps = {
  readonly ref?: Ref<HTMLInputElement>;
  /** As typed; a decimal string on blur. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** '$', or 'kr' with `signAfter`. */
  readonly sign: string;
  readonly signAfter?: boolean;
  readonly decimals?: number;
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
  decimals = 2,
  disabled,
  ...rest
}: MoneyInputProps) {
  const leave = () => {
    const tidy = tidyAmount(value, decimals);
    if (tidy !== value) onChange(tidy);
    onBlur?.();
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
        onBlur={leave}
      />
      {signAfter && <span className={css.sign}>{sign}</span>}
    </span>
  );
}
