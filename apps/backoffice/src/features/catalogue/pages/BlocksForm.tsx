import { use } from "react";
import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { ChapterForm, YesField } from "../ChapterFields.tsx";
import { recordsOf, textOf, withField, type Loose } from "../document.ts";
import { WritingField } from "../writing/WritingField.tsx";
import { RowsEditor } from "./RowsEditor.tsx";
import type { WebForm } from "./webForm.ts";
import css from "../catalogue.module.css";

/** The storefront routes that blocks commonly use; other routes stay as the catalogue has them. */
const places = {
  home: "Home page",
  events: "List of events",
  "events-collection": "Collections",
  event: "Events",
  checkout: "Checkout",
  "checkout-complete": "After the purchase",
  "seller-page": "Terms, privacy, imprint, accessibility",
} as const;

/** Texts above or below the storefront's pages. */
export function BlocksForm({ slug, web, onPart }: WebForm) {
  const blocks = recordsOf(web["content_blocks"]);
  const ids = blocks.map(({ id }) => textOf(id));
  return (
    <div className={css.form}>
      <RowsEditor
        title="Blocks"
        lead="Each block is shown above or below the chosen pages, to everybody or to some visitors."
        rows={blocks}
        onEdit={(rows) => onPart("content_blocks", rows)}
        nameOf={({ id }, index) => textOf(id) || `block ${index + 1}`}
        begin={() => ({ id: newKey("block", ids), slot: "top", html: "", enabled: false })}
        addLabel="Add a block"
      >
        {(row, index, onRow) => <BlockFields slug={slug} row={row} at={`web.content_blocks[${index}]`} onRow={onRow} />}
      </RowsEditor>
    </div>
  );
}

type BlockProps = {
  readonly slug: string;
  readonly row: Loose;
  readonly at: string;
  readonly onRow: (row: Loose) => void;
};

function BlockFields({ slug, row, at, onRow }: BlockProps) {
  const { isReadOnly } = use(ChapterForm);
  const { roles } = row;
  const role = Array.isArray(roles) && roles.length === 1 ? textOf(roles[0]) : "";
  return (
    <>
      <div className={css.pair}>
        <Field label="Where">
          <Select
            value={textOf(row["slot"])}
            disabled={isReadOnly}
            options={[
              { value: "top", label: "Above the page" },
              { value: "bottom", label: "Below the page" },
            ]}
            onChange={({ target }) => onRow({ ...row, slot: target.value })}
          />
        </Field>
        <Field label="Who sees it">
          <Select
            value={role}
            disabled={isReadOnly}
            options={[
              { value: "", label: "Everybody" },
              { value: "anonymous", label: "Visitors who are not logged in" },
              { value: "member", label: "Visitors who are logged in" },
            ]}
            onChange={({ target }) => onRow(withField(row, "roles", target.value === "" ? undefined : [target.value]))}
          />
        </Field>
      </div>
      <PlacesField row={row} onRow={onRow} />
      <YesField label="Shown" name="enabled" at={at} record={row} onEdit={onRow} />
      <WritingField
        slug={slug}
        label={`Text of ${textOf(row["id"])}`}
        path={`${at}.html`}
        value={textOf(row["html"])}
        onEdit={(html) => onRow({ ...row, html })}
        rows={4}
      />
    </>
  );
}

/** With no route chosen, the block is on every page. */
function PlacesField({ row, onRow }: Pick<BlockProps, "row" | "onRow">) {
  const { isReadOnly } = use(ChapterForm);
  const { routes } = row;
  const chosen: readonly unknown[] = Array.isArray(routes) ? routes : [];
  const choose = (route: string, isChosen: boolean): void => {
    const next = isChosen ? [...chosen, route] : chosen.filter((one) => one !== route);
    onRow(withField(row, "routes", next.length > 0 ? next : undefined));
  };
  return (
    <fieldset className={css.stack}>
      <legend className={css.legend}>
        {chosen.length > 0 ? "Only on these pages" : "On every page. To limit it, choose pages:"}
      </legend>
      <div className={css.pair}>
        {Object.entries(places).map(([route, name]) => (
          <Checkbox
            key={route}
            label={name}
            checked={chosen.includes(route)}
            disabled={isReadOnly}
            onChange={({ target }) => choose(route, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
