import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ChapterForm, TextField } from "../ChapterFields.tsx";
import { moveTo, recordsOf, textOf } from "../document.ts";
import { SortableList } from "../SortableList.tsx";
import { RowsEditor } from "./RowsEditor.tsx";
import { allWays, chosenWays, ways, type Way } from "./homeWays.ts";
import type { WebForm } from "./webForm.ts";
import css from "../catalogue.module.css";

/** The links of the home page, and those in the footer of every page. */
export function HomeForm({ web, onPart }: WebForm) {
  const { isReadOnly } = use(ChapterForm);
  const chosen = chosenWays(web);
  const sorted = [...chosen, ...allWays.filter((way) => !chosen.includes(way))];
  const keep = (next: readonly Way[]): void => onPart("home_options", next.join(" ") === allWays.join(" ") ? [] : next);
  return (
    <div className={css.form}>
      <section className={css.stack} aria-label="Home page">
        <h2 className={css.legend}>Home page</h2>
        <p className={css.quiet}>What visitors can choose there, in this order. At least one is needed.</p>
        <SortableList
          items={sorted}
          keyOf={(way) => way}
          nameOf={(way) => ways[way]}
          onMove={(from, to) => keep(moveTo(sorted, from, to).filter((way) => chosen.includes(way)))}
          isFixed={isReadOnly}
        >
          {(way) => (
            <Checkbox
              label={ways[way]}
              checked={chosen.includes(way)}
              disabled={isReadOnly || (chosen.length === 1 && chosen.includes(way))}
              onChange={({ target }) =>
                keep(sorted.filter((one) => (one === way ? target.checked : chosen.includes(one))))
              }
            />
          )}
        </SortableList>
      </section>
      <RowsEditor
        title="Links in the footer"
        lead="Shown on every page. Use https, mailto or tel, or a path of the storefront such as /events."
        rows={recordsOf(web["footer_links"])}
        onEdit={(rows) => onPart("footer_links", rows)}
        nameOf={({ label }, index) => textOf(label) || `link ${index + 1}`}
        begin={() => ({ label: "", href: "" })}
        addLabel="Add a link"
      >
        {(row, index, onRow) => (
          <div className={css.pair}>
            {[
              ["label", "Words"],
              ["href", "Address"],
            ].map(([name = "", label = ""]) => (
              <TextField
                key={name}
                record={row}
                at={`web.footer_links[${index}]`}
                onEdit={(next) => onRow({ label: "", href: "", ...next })}
                name={name}
                label={label}
              />
            ))}
          </div>
        )}
      </RowsEditor>
    </div>
  );
}
