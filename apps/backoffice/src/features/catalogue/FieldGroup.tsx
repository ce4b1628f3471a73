import type { ReactNode } from "react";
import css from "./FieldGroup.module.css";

/** Related fields of a form, with a title. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
