import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { checkShape, Glyph } from "../action/Glyph.tsx";
import css from "./ChoiceGroup.module.css";
import { rovingIndex } from "./rovingIndex.ts";

export type ChoiceOption = {
  readonly value: string;
  /** The large label: the day's number, the time. */
  readonly label: ReactNode;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  /** A secondary text: the price or the availability. */
  readonly detail?: ReactNode;
  readonly badge?: ReactNode;
  /** The accessible name, if the parts do not read as a sentence: 'Saturday, November 21'. */
  readonly spoken?: string;
  /** Why it cannot be chosen: 'Sold out'. Replaces the detail; the label is struck through. */
  readonly disabledReason?: ReactNode;
};

export type ChoiceGroupProps = {
  readonly label: string;
  readonly options: readonly ChoiceOption[];
  readonly value: string | undefined;
  readonly onChoose: (value: string) => void;
  /** 'date' is a tall tile with a large label, 'time' a low one, 'amount' a wide one that can hold text. */
  readonly kind?: "date" | "time" | "amount";
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
};

/**
 * A radio group of tiles. Arrow keys move the focus only: choosing a day changes the page, so it takes Enter, Space or
 * a press. A disabled option can be focused, so that a screen reader reads its reason.
 */
export function ChoiceGroup({
  label,
  options,
  value,
  onChoose,
  kind = "time",
  describedBy,
  invalid,
}: ChoiceGroupProps) {
  const [focused, setFocused] = useState<string>();
  const id = useId();
  const tabStop = tabStopOf(options, focused, value);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
    const from = buttons.findIndex((button) => button === document.activeElement);
    const to = rovingIndex(event.key, from, buttons.length);
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };

  return (
    <div
      role="radiogroup"
      className={css.group}
      data-kind={kind}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      onKeyDown={onKeyDown}
    >
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          className={css.choice}
          aria-checked={option.value === value}
          aria-disabled={option.disabledReason ? true : undefined}
          aria-labelledby={option.spoken ? `${id}${index}spoken ${id}${index}detail` : undefined}
          tabIndex={option.value === tabStop ? 0 : -1}
          onFocus={() => setFocused(option.value)}
          onClick={() => !option.disabledReason && onChoose(option.value)}
        >
          {option.spoken && (
            <span id={`${id}${index}spoken`} hidden>
              {option.spoken}
            </span>
          )}
          {option.above && <span className={css.side}>{option.above}</span>}
          <span className={css.label}>{option.label}</span>
          {option.below && <span className={css.side}>{option.below}</span>}
          <span
            className={css.detail}
            id={`${id}${index}detail`}
            data-disabled={option.disabledReason ? true : undefined}
          >
            {option.disabledReason ?? option.detail}
            {!option.disabledReason && option.badge}
          </span>
          <span className={css.mark}>
            <Glyph size="small">{checkShape}</Glyph>
          </span>
        </button>
      ))}
    </div>
  );
}

/** The option in the tab order: the focused one, else the chosen one, else the first that is available. */
function tabStopOf(
  options: readonly ChoiceOption[],
  focused: string | undefined,
  value: string | undefined,
): string | undefined {
  const has = (wanted: string | undefined) => options.some((option) => option.value === wanted);
  if (has(focused)) return focused;
  if (has(value)) return value;
  return (options.find((option) => !option.disabledReason) ?? options[0])?.value;
}
