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
  /** The code can contain letters: they are kept, and phones show the full keyboard. */
  readonly alphanumeric?: boolean;
};

/** Keeps digits, and letters where codes contain them; the words, spaces and hyphens of an e-mail are removed. */
export const passcodeOf = (
  typed: string,
  { length, alphanumeric }: { length: number; alphanumeric: boolean },
): string => typed.replace(alphanumeric ? /[^\p{L}\p{N}]/gu : /\D/g, "").slice(0, length);

/**
 * A code with one box per character. There is a single input, so it has one label, can be pasted or autofilled as a
 * whole, and works with every keyboard; the boxes only show its characters.
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
  // The caret stays at the end: other positions are not shown.
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
        onChange={({ target }) => onChange(passcodeOf(target.value, { length, alphanumeric }))}
        onFocus={({ target }) => {
          setFocused(true);
          toEnd(target);
        }}
        onSelect={({ currentTarget }) => {
          // Allows selecting everything, to type over it.
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
