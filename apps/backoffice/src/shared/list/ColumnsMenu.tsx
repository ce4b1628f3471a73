import { useState } from "react";
import type { ListShape } from "@foyer/contract/office/listShape.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useMenu } from "../useMenu.ts";
import type { AnyListView } from "./useListView.ts";
import menuCss from "../styles/Menu.module.css";
import css from "./ColumnsMenu.module.css";

/** Chooses the columns of a list and, where there is no room for headings, its sort. */
export function ColumnsMenu({ view }: { readonly view: AnyListView }) {
  const menu = useMenu();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.menu} {...menu} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={menuCss.opener}>
        <span className={css.wide}>Columns</span>
        <span className={css.narrow}>{Object.keys(view.shape.sorts).length > 0 ? "Sort and columns" : "Columns"}</span>
      </summary>
      {isOpen && <Panel view={view} />}
    </details>
  );
}

function Panel({ view }: { readonly view: AnyListView }) {
  const { shape, columns, isUsual, show } = view;
  const toggle = (name: string): void =>
    show(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name]);
  return (
    <div className={`${menuCss.panel} ${css.panel}`}>
      <SortField view={view} />
      <fieldset className={menuCss.choices}>
        <legend>Columns</legend>
        {Object.entries(shape.columns).map(([name, { label }]) => (
          <Checkbox
            key={name}
            label={label}
            checked={columns.includes(name)}
            disabled={name === shape.name}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      {!isUsual && (
        <Button size="small" onClick={() => show(undefined)}>
          Show the usual columns
        </Button>
      )}
    </div>
  );
}

const sortOptions = ({ sorts, columns }: ListShape) =>
  Object.entries(sorts).flatMap(([name, first]) => {
    const label = columns[name]?.label ?? name;
    const up = { value: name, label: `${label}, ascending` };
    const down = { value: `-${name}`, label: `${label}, descending` };
    return first === "ascending" ? [up, down] : [down, up];
  });

function SortField({ view: { shape, sort, sortBy } }: { readonly view: AnyListView }) {
  const options = sortOptions(shape);
  if (options.length === 0) return null;
  return (
    <div className={css.narrow}>
      <Field label="Sorted by">
        <Select
          value={`${sort.isDescending ? "-" : ""}${sort.column}`}
          options={options}
          onChange={({ target }) => sortBy(parseSort(target.value))}
        />
      </Field>
    </div>
  );
}
