import type { Ref, TextareaHTMLAttributes } from "react";
import css from "./control.module.css";
import { useFieldAttributes } from "./Field.tsx";

export type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className" | "style"> & {
  readonly ref?: Ref<HTMLTextAreaElement>;
};

export function TextArea({ rows = 4, ...rest }: TextAreaProps) {
  return (
    <span className={css.frame} data-disabled={rest.disabled || undefined}>
      <textarea {...useFieldAttributes()} {...rest} rows={rows} className={css.control} data-many-lines />
    </span>
  );
}
