import type { ReactNode, Ref } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Glyph, warningShape } from "@foyer/ui/action/Glyph.tsx";
import css from "./FormStep.module.css";

export type FormStepProps = {
  readonly name: string;
  readonly heading: string;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** What was chosen; the step is then a single line. */
  readonly chosen?: ReactNode;
  /** Lets the visitor choose again. */
  readonly onChange?: (() => void) | undefined;
  readonly change?: string;
  readonly changeLabel?: string;
  /** The error of this step. */
  readonly error?: ReactNode;
  readonly messages?: readonly string[];
  readonly children?: ReactNode;
};

/** A step of a form: open with its choices, or answered in one line with a Change button. */
export function FormStep({
  name,
  heading,
  headingRef,
  chosen,
  onChange,
  change,
  changeLabel,
  error,
  messages = [],
  children,
}: FormStepProps) {
  const id = `reserve-${name}`;
  const isAnswered = chosen !== undefined;
  return (
    <section
      className={css.step}
      data-answered={isAnswered || undefined}
      data-invalid={error ? true : undefined}
      aria-labelledby={id}
    >
      <div className={css.head}>
        <h2 id={id} ref={headingRef} tabIndex={-1} className={css.heading}>
          {heading}
        </h2>
        {isAnswered && <p className={css.chosen}>{chosen}</p>}
        {isAnswered && onChange && (
          <Button kind="text" aria-label={changeLabel} onClick={onChange}>
            {change}
          </Button>
        )}
      </div>
      {error && (
        <p className={css.error} id={stepErrorId(name)} role="alert">
          <Glyph size="small">{warningShape}</Glyph>
          <span>{error}</span>
        </p>
      )}
      {!isAnswered && children}
      {messages.map((message) => (
        <p key={message} className={css.message}>
          {message}
        </p>
      ))}
    </section>
  );
}

/** The id of a step's error message, for `aria-describedby`. */
export const stepErrorId = (name: FormStepProps["name"]): string => `reserve-${name}-error`;
