import type { ReactNode } from "react";
import css from "./MoreFilters.module.css";

/** The filters of a list beside its search field, folded away if none is set. */
export function MoreFilters({ isFiltered, children }: { readonly isFiltered: boolean; readonly children: ReactNode }) {
  return (
    <details className={css.more} open={isFiltered}>
      <summary>Filters</summary>
      <div className={css.fields}>{children}</div>
    </details>
  );
}
