import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { Icon } from "../action/Icon.tsx";
import css from "./Checkbox.module.css";

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "style" | "type" | "children"> & {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
};

export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div data-disabled={rest.disabled || undefined}>
      <label className={css.row}>
        <input
          {...rest}
          type="checkbox"
          className={css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? id : undefined}
        />
        <span className={css.box}>
          <Icon name="check" size="small" />
        </span>
        <span className={css.label}>{label}</span>
      </label>
      {(error || hint) && (
        <p className={css.note} id={id} data-error={error ? true : undefined}>
          {error && <Icon name="warning" size="small" />}
          <span>{error ?? hint}</span>
        </p>
      )}
    </div>
  );
}
