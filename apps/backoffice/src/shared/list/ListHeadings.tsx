import { directionOf, sortAfterChoice } from "@foyer/rules/lists/listView.ts";
import type { AnyListView } from "./useListView.ts";
import css from "./ListTable.module.css";

/** The headings of the visible columns. Those of sortable columns are buttons, except on a phone. */
export function ListHeadings({ view }: { readonly view: AnyListView }) {
  return view.columns.map((name) => <Heading key={name} view={view} name={name} />);
}

function Heading({ view: { shape, sort, sortBy }, name }: { readonly view: AnyListView; readonly name: string }) {
  const { label = name, isNumber } = shape.columns[name] ?? {};
  const direction = directionOf(sort, name);
  const isSorting = Object.hasOwn(shape.sorts, name);
  return (
    <th scope="col" aria-sort={direction === "none" ? undefined : direction} data-number={isNumber}>
      {isSorting ? (
        <>
          <button type="button" className={css.sort} onClick={() => sortBy(sortAfterChoice(shape, sort, name))}>
            {label}
            <span aria-hidden="true" className={css.arrow}>
              {{ none: "", ascending: "↑", descending: "↓" }[direction]}
            </span>
          </button>
          <span className={css.plain}>{label}</span>
        </>
      ) : (
        label
      )}
    </th>
  );
}
