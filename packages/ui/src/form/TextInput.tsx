import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import css from "./control.module.css";
import { useFieldAttributes } from "./Field.tsx";

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "style" | "size" | "prefix"> & {
  readonly ref?: Ref<HTMLInputElement>;
  /** A fixed part of the value: a currency, a unit. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
};

export function TextInput({ before, after, type = "text", ...rest }: TextInputProps) {
  return (
    <span className={css.frame} data-disabled={rest.disabled || undefined}>
      {before && <span className={css.sign}>{before}</span>}
      <input {...useFieldAttributes()} {...rest} type={type} className={css.control} />
      {after && <span className={css.sign}>{after}</span>}
    </span>
  );
}
