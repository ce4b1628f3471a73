import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextField, useMessagesWithin } from "../ChapterFields.tsx";
import { recordsOf, textOf, type Loose } from "../document.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import type { WebForm } from "./webForm.ts";
import css from "../catalogue.module.css";

/** The list of events: its title, and pages for some of its categories. */
export function ListingForm({ web, onEdit, onPart }: WebForm) {
  const collections = recordsOf(web["collections"]);
  const ids = collections.map(({ id }) => textOf(id));
  return (
    <div className={css.form}>
      <TextField
        record={web}
        at="web"
        onEdit={onEdit}
        name="listing_title"
        label="Title of the list of events"
        hint="Empty: the default title."
      />
      <RowsEditor
        title="Collections"
        lead="Each collection is a page with the events of some categories. It has its own permanent address."
        rows={collections}
        onEdit={(rows) => onPart("collections", rows)}
        nameOf={({ title }, index) => textOf(title) || `collection ${index + 1}`}
        begin={() => ({ id: newKey("collection", ids), title: "", categories: [] })}
        addLabel="Add a collection"
      >
        {(row, index, onRow) => <CollectionFields row={row} at={`web.collections[${index}]`} onRow={onRow} />}
      </RowsEditor>
    </div>
  );
}

type RowProps = { readonly row: Loose; readonly at: string; readonly onRow: (row: Loose) => void };

function CollectionFields({ row, at, onRow }: RowProps) {
  const { categories } = row;
  return (
    <>
      <div className={css.pair}>
        <TextField record={row} at={at} onEdit={(next) => onRow({ title: "", ...next })} name="title" label="Title" />
        <TextField record={row} at={at} onEdit={onRow} name="id" label="Address" hint="After /events/" />
      </div>
      <Field label="Categories" {...useMessagesWithin(`${at}.categories`, "One per line, spelled as in the events.")}>
        <TextArea
          rows={3}
          value={Array.isArray(categories) ? categories.map(textOf).join("\n") : ""}
          onChange={({ target }) => onRow({ ...row, categories: target.value === "" ? [] : target.value.split("\n") })}
        />
      </Field>
    </>
  );
}
