import { SettingFields, type Setting } from "../fields/SettingFields.tsx";
import { TextField } from "../ChapterFields.tsx";
import { recordsOf, textOf, type Loose } from "../document.ts";
import { RowsEditor } from "../pages/RowsEditor.tsx";
import css from "../catalogue.module.css";

const limits: readonly Setting[] = [
  {
    kind: "number",
    name: "max_uses",
    label: "Uses of all codes together",
    hint: "Carts and orders. Empty: no limit.",
  },
  {
    kind: "number",
    name: "max_uses_each",
    label: "Uses of one buyer",
    hint: "By visitor, and by email address at the checkout. Empty: no limit.",
  },
  {
    kind: "list",
    name: "activates",
    label: "Its codes also count for",
    hint: "Keys of other groups, separated by commas.",
  },
];

const codeFields: readonly Setting[] = [
  { kind: "text", name: "code", label: "Code", hint: "At most 35 characters. Upper and lower case are the same." },
  { kind: "number", name: "max_uses", label: "Uses", hint: "Empty: no limit." },
  { kind: "text", name: "valid_from", label: "Valid from", hint: "Like 2027-03-01 09:00." },
  { kind: "text", name: "valid_to", label: "Valid before", hint: "Like month+1 12:00." },
];

type FormProps = { readonly slug: string; readonly group: Loose; readonly onEdit: (group: Loose) => void };

/** The texts of a code group that buyers read, its limits, and its codes. */
export function CodeGroupForm({ slug, group, onEdit }: FormProps) {
  const shared = { record: group, at: "", onEdit };
  return (
    <div className={css.form}>
      <TextField {...shared} name="name" label="Name" hint="Shown in the cart when one of its codes applies." />
      <TextField {...shared} name="description" label="Description" rows={2} />
      <SettingFields {...shared} slug={slug} settings={limits} />
      <RowsEditor
        title="Codes"
        lead="Codes that were made in bulk, sold as gifts or changed under Promo codes are not listed here, and do not change."
        rows={recordsOf(group["codes"])}
        onEdit={(codes) => onEdit({ ...group, codes })}
        nameOf={({ code }, index) => textOf(code) || `code ${index + 1}`}
        begin={() => ({ code: "" })}
        addLabel="Add a code"
      >
        {(row, index, onRow) => (
          <SettingFields
            slug={slug}
            settings={codeFields}
            record={row}
            at={`codes[${index}]`}
            // A code that is still empty is kept and shown as an error.
            onEdit={(next) => onRow({ code: "", ...next })}
          />
        )}
      </RowsEditor>
    </div>
  );
}
