import type { Ref, SelectHTMLAttributes } from "react";
import css from "./control.module.css";
import { useFieldAttributes } from "./Field.tsx";
import { Icon } from "../action/Icon.tsx";

export type SelectProps = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "className" | "style" | "children" | "multiple"
> & {
  readonly ref?: Ref<HTMLSelectElement>;
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  /** The empty option: 'Please select'. */
  readonly placeholder?: string;
};

export function Select({ options, placeholder, ...rest }: SelectProps) {
  return (
    <span className={css.frame} data-disabled={rest.disabled || undefined}>
      <select {...useFieldAttributes()} {...rest} className={css.control} data-select>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <span className={css.chevron}>
        <Icon name="chevron-down" size="small" />
      </span>
    </span>
  );
}
