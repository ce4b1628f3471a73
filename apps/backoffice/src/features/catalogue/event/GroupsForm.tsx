import { use } from "react";
import { groupSentences } from "@foyer/rules/catalog/editing/groupSentences.ts";
import { ChapterForm, ChoiceField, MoreFields, FieldNotes, TextField, YesField } from "../ChapterFields.tsx";
import type { ChapterReply } from "../catalogueQueries.ts";
import { recordsOf, moveTo, removeAt, replaceAt, textOf, withField, type Loose } from "../document.ts";
import { fieldNamesOf, SettingFields } from "../fields/SettingFields.tsx";
import { groupSettings, termSettings } from "./eventSettings.ts";
import { visibilityOptions } from "./EventTexts.tsx";
import { PaymentPlanForm } from "./PaymentPlanForm.tsx";
import { SortableList } from "../SortableList.tsx";
import { WritingField } from "../writing/WritingField.tsx";
import { TypesTable } from "./TypesTable.tsx";
import { AddButton } from "../fields/AddButton.tsx";
import { freshKey } from "../fields/freshKey.ts";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "../catalogue.module.css";

type Props = {
  readonly slug: string;
  readonly event: Loose;
  readonly read: ChapterReply;
  readonly onEdit: (event: Loose) => void;
};

/** The groups of an event in order, each with its ticket types and prices. */
export function GroupsForm({ slug, event, read, onEdit }: Props) {
  const { isReadOnly } = use(ChapterForm);
  const groups = recordsOf(event["groups"]);
  const set = (next: readonly Loose[]) => onEdit(withField(event, "groups", next.length > 0 ? next : undefined));
  const add = (): void => {
    set([...groups, { key: freshKey("group"), name: "", types: [{ key: "adult", name: "", price: "" }] }]);
  };
  return (
    <div className={css.form}>
      <SortableList
        items={groups}
        keyOf={(group) => textOf(group["key"])}
        nameOf={(group) => textOf(group["name"]) || "the group"}
        isFixed={isReadOnly}
        onMove={(from, to) => set(moveTo(groups, from, to))}
      >
        {(group, index) => (
          <GroupFields
            slug={slug}
            group={group}
            at={`groups[${index}]`}
            read={read}
            onEdit={(next) => set(replaceAt(groups, index, next))}
            onRemove={() => set(removeAt(groups, index))}
          />
        )}
      </SortableList>
      <AddButton onClick={add}>Add a group</AddButton>
    </div>
  );
}

type GroupProps = {
  readonly slug: string;
  readonly group: Loose;
  readonly at: string;
  readonly read: ChapterReply;
  readonly onEdit: (group: Loose) => void;
  readonly onRemove: () => void;
};

const limits = [
  "min_tickets_per_order",
  "max_tickets_per_order",
  "capacity",
  "sales_start",
  "sales_end",
  "hidden_type",
  "available",
  "payment_plan",
];

function GroupFields({ slug, group, at, read, onEdit, onRemove }: GroupProps) {
  const { isReadOnly } = use(ChapterForm);
  const shared = { record: group, at, onEdit };
  const name = textOf(group["name"]) || "the group";
  const sentences = groupSentences(group, read.today);
  return (
    <section className={css.group} aria-label={name}>
      <div className={css.groupHead}>
        <TextField {...shared} name="name" label="Group" />
        {!isReadOnly && <RemoveButton name={name} onRemove={onRemove} />}
      </div>
      <FieldNotes of={(path) => path === at} />
      <TypesTable slug={slug} group={group} at={`${at}.types`} read={read} onEdit={onEdit} />
      <MoreFields {...shared} label="Texts" names={["summary", "description"]}>
        <div className={css.stack}>
          <TextField {...shared} name="summary" label="Summary" rows={2} />
          <WritingField
            slug={slug}
            label={`Description of ${name}`}
            path={`${at}.description`}
            value={textOf(group["description"])}
            onEdit={(html) => onEdit(withField(group, "description", html))}
            rows={4}
          />
        </div>
      </MoreFields>
      <MoreFields {...shared} label="Limits, sales window, who sees it, payment in parts" names={limits}>
        <div className={css.grid}>
          <TextField {...shared} name="min_tickets_per_order" label="Minimum in an order" isNumber />
          <TextField
            {...shared}
            name="max_tickets_per_order"
            label="Maximum in an order"
            isNumber
            hint="-1 means no limit."
          />
          <TextField {...shared} name="capacity" label="Places of the group" isNumber hint="-1 means no limit." />
          <TextField {...shared} name="sales_start" label="Sales begin" hint="Like 2027-03-01 09:00." />
          <TextField {...shared} name="sales_end" label="Sales end" hint="Like month+1 12:00." />
          <ChoiceField {...shared} name="hidden_type" label="Who sees it" options={visibilityOptions} />
        </div>
        <YesField {...shared} name="available" label="On sale" />
        <PaymentPlanForm group={group} at={at} onEdit={onEdit} />
      </MoreFields>
      <MoreFields {...shared} label="What it sells, attendees, gate, counter" names={fieldNamesOf(groupSettings)}>
        <SettingFields {...shared} slug={slug} settings={groupSettings} />
      </MoreFields>
      <MoreFields {...shared} label="Passes and memberships: term, program, gifts" names={fieldNamesOf(termSettings)}>
        <SettingFields {...shared} slug={slug} settings={termSettings} />
      </MoreFields>
      {sentences.length > 0 && (
        <ul className={css.messages} aria-label={`What buyers see of ${name}`}>
          {sentences.map((sentence) => (
            <li key={sentence} className={css.quiet}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
