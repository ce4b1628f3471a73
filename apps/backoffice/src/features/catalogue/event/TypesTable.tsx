import { use } from "react";
import { count } from "../../../shared/format/format.ts";
import { ChapterForm, MoreFields, FieldNotes, TextField, YesField } from "../ChapterFields.tsx";
import type { ChapterReply } from "../catalogueQueries.ts";
import { recordsOf, moveTo, recordOf, removeAt, replaceAt, textOf, withField, type Loose } from "../document.ts";
import { fieldNamesOf, SettingFields } from "../fields/SettingFields.tsx";
import { SortableList } from "../SortableList.tsx";
import { WritingField } from "../writing/WritingField.tsx";
import { memberSettings } from "./eventSettings.ts";
import { TypeTaxFields } from "./TypeTaxFields.tsx";
import { AddButton } from "../fields/AddButton.tsx";
import { freshKey } from "../fields/freshKey.ts";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "../catalogue.module.css";

type Props = {
  readonly slug: string;
  readonly group: Loose;
  /** The path of the list: "groups[0].types". */
  readonly at: string;
  readonly read: ChapterReply;
  readonly onEdit: (group: Loose) => void;
};

/** The ticket types of a group, with their prices. */
export function TypesTable({ slug, group, at, read, onEdit }: Props) {
  const { isReadOnly } = use(ChapterForm);
  const types = recordsOf(group["types"]);
  const set = (next: readonly Loose[]) => onEdit({ ...group, types: next });
  const add = (): void => {
    set([...types, { key: freshKey("type"), name: "", price: "" }]);
  };
  return (
    <>
      <FieldNotes of={(path) => path === at} />
      <SortableList
        items={types}
        keyOf={(type) => textOf(type["key"])}
        nameOf={(type) => textOf(type["name"]) || "the type"}
        isFixed={isReadOnly}
        onMove={(from, to) => set(moveTo(types, from, to))}
      >
        {(type, index) => (
          <TypeFields
            slug={slug}
            type={type}
            group={group}
            at={`${at}[${index}]`}
            read={read}
            onEdit={(next) => set(replaceAt(types, index, next))}
            onRemove={types.length > 1 && !isReadOnly ? () => set(removeAt(types, index)) : undefined}
          />
        )}
      </SortableList>
      <AddButton kind="text" onClick={add}>
        Add a ticket type
      </AddButton>
    </>
  );
}

type TypeProps = {
  readonly slug: string;
  readonly type: Loose;
  readonly group: Loose;
  readonly at: string;
  readonly read: ChapterReply;
  readonly onEdit: (type: Loose) => void;
  readonly onRemove: (() => void) | undefined;
};

function TypeFields({ slug, type, group, at, read, onEdit, onRemove }: TypeProps) {
  const shared = { record: type, at, onEdit };
  const before = read.currency;
  const name = textOf(type["name"]) || "the type";
  const fees = recordOf(type["fees"]);
  const editFees = (next: Loose) => onEdit(withField(type, "fees", Object.keys(next).length > 0 ? next : undefined));
  return (
    <div className={css.type} role="group" aria-label={name}>
      <div className={css.typeRow}>
        <TextField {...shared} name="name" label="Ticket type" />
        <TextField
          {...shared}
          name="price"
          label="Price"
          before={before}
          hint={oldPriceHint(read, `${textOf(group["key"])}/${textOf(type["key"])}`, type)}
        />
        {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
      </div>
      <FieldNotes of={(path) => path === at} />
      <MoreFields
        {...shared}
        label="Fees, tax, price by choice, text"
        names={["fees", "tax", "price_min", "price_max", "summary", "description", "available"]}
      >
        <div className={css.grid}>
          <TextField
            record={fees}
            at={`${at}.fees`}
            onEdit={editFees}
            name="fixed"
            label="Fee for a ticket"
            before={before}
          />
          <TextField
            record={fees}
            at={`${at}.fees`}
            onEdit={editFees}
            name="percent"
            label="Fee in percent"
            before="%"
          />
          <TextField
            {...shared}
            name="price_min"
            label="Lowest price"
            before={before}
            hint="Set a highest price too, and buyers choose."
          />
          <TextField {...shared} name="price_max" label="Highest price" before={before} />
        </div>
        <TypeTaxFields type={type} group={group} at={at} currency={read.currency} onEdit={onEdit} />
        <div className={css.stack}>
          <TextField {...shared} name="summary" label="Text" rows={2} />
          <WritingField
            slug={slug}
            label={`Description of ${name}`}
            path={`${at}.description`}
            value={textOf(type["description"])}
            onEdit={(html) => onEdit(withField(type, "description", html))}
            rows={4}
          />
          <YesField {...shared} name="available" label="On sale" />
        </div>
      </MoreFields>
      <MoreFields {...shared} label="Members" names={fieldNamesOf(memberSettings)}>
        <SettingFields {...shared} slug={slug} settings={memberSettings} />
      </MoreFields>
    </div>
  );
}

/** The number of carts that keep the old price if the price changes. */
const oldPriceHint = (
  { published, carts, currency }: ChapterReply,
  typeName: string,
  type: Loose,
): string | undefined => {
  const held = carts[typeName] ?? 0;
  const [groupKey, typeKey] = typeName.split("/");
  const group = recordsOf(recordOf(published)["groups"]).find((one) => textOf(one["key"]) === groupKey);
  const was = recordsOf(group?.["types"]).find((one) => textOf(one["key"]) === typeKey);
  const oldPrice = textOf(was?.["price"]);
  if (!was || oldPrice === textOf(type["price"])) return undefined;
  const old = `${currency} ${oldPrice}`;
  return held > 0 ? `${count(held, "cart keeps", "carts keep")} ${old}.` : `Was ${old}; no cart holds it.`;
};
