import { useState, type InputHTMLAttributes, type Ref } from "react";
import { useFieldAttributes } from "./Field.tsx";
import css from "./PasscodeInput.module.css";

export type PasscodeInputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "className" | "style" | "size" | "type" | "value" | "onChange" | "maxLength"
> & {
  readonly ref?: Ref<HTMLInputElement>;
  readonly length: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Letters may be in it: the keyboard of a phone is not only digits. */
  readonly alphanumeric?: boolean;
};

/** Letters and digits; what stands between them in a mail, a space or a hyphen, is not part of a code. */
export const passcodeOf = (typed: string, length: number): string =>
  typed.replace(/[^\p{L}\p{N}]/gu, "").slice(0, length);

/**
 * A code in as many boxes as it has characters. There is one input, so it has one label, is pasted and filled in whole,
 * and is typed in any way that a browser knows; the boxes only draw what is in it.
 */
export function PasscodeInput({
  length,
  value,
  onChange,
  alphanumeric = false,
  disabled,
  ...rest
}: PasscodeInputProps) {
  const [isFocused, setFocused] = useState(false);
  // It is written from its beginning to its end: where else the caret could stand is not shown.
  const toEnd = (input: HTMLInputElement) => input.setSelectionRange(input.value.length, input.value.length);
  return (
    <span className={css.passcode} data-disabled={disabled || undefined}>
      <input
        autoComplete="one-time-code"
        autoCapitalize={alphanumeric ? "characters" : "off"}
        autoCorrect="off"
        spellCheck={false}
        inputMode={alphanumeric ? "text" : "numeric"}
        {...useFieldAttributes()}
        {...rest}
        className={css.input}
        type="text"
        disabled={disabled}
        value={value}
        onChange={({ target }) => onChange(passcodeOf(target.value, length))}
        onFocus={({ target }) => {
          setFocused(true);
          toEnd(target);
        }}
        onSelect={({ currentTarget }) => {
          // All of it may be marked, to be written over.
          if (currentTarget.selectionEnd === currentTarget.selectionStart) toEnd(currentTarget);
        }}
        onBlur={() => setFocused(false)}
      />
      {Array.from({ length }, (_, index) => (
        <span
          key={index}
          className={css.box}
          aria-hidden="true"
          data-next={(isFocused && index === Math.min(value.length, length - 1)) || undefined}
        >
          {value[index]}
        </span>
      ))}
    </span>
  );
}
