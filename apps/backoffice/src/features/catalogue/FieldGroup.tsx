import type { ReactNode } from "react";
import css from "./FieldGroup.module.css";

/** Fields of a form that belong together, with their title. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
