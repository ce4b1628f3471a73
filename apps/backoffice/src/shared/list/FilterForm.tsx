import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { hasFilter, viewOfList, type ListSearch } from "./listSearch.ts";
import css from "./ListTable.module.css";

type FilterFormProps = {
  /** The list's address. While it has filters, they can be cleared together. Left out for filters without that. */
  readonly search?: ListSearch;
  readonly children: ReactNode;
};

/** The filters above a list. Each is applied when it changes. */
export function FilterForm({ search = {}, children }: FilterFormProps) {
  return (
    <form className={css.filters} role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {children}
      {hasFilter(search) && (
        <Link to="." search={viewOfList(search)} className={css.clear}>
          Clear
        </Link>
      )}
    </form>
  );
}
