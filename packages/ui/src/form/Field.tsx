import { createContext, use, useId, type ReactNode } from "react";
import css from "./Field.module.css";
import { Icon } from "../action/Icon.tsx";

type FieldAttributes = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-required": true | undefined;
};

const FieldContext = createContext<FieldAttributes | undefined>(undefined);

/** Links a control to the label, hint and error of the Field around it. Its own attributes take precedence. */
export const useFieldAttributes = (): Partial<FieldAttributes> => use(FieldContext) ?? {};

export type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Shown beside the label of a field that can stay empty: 'optional'. */
  readonly optional?: ReactNode;
  readonly children: ReactNode;
};

export function Field({ label, hint, error, required, optional, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  const attributes: FieldAttributes = {
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
  };
  return (
    <div className={css.field} data-invalid={error ? true : undefined}>
      <label className={css.label} htmlFor={id}>
        {label}
        {optional && <span className={css.optional}> {optional}</span>}
      </label>
      <FieldContext value={attributes}>{children}</FieldContext>
      {error && (
        <p className={css.error} id={errorId}>
          <Icon name="warning" size="small" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p className={css.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
