import { ChoiceField, TextField } from "../ChapterFields.tsx";
import { textOf, withField, type Loose } from "../document.ts";
import { WritingField } from "../writing/WritingField.tsx";
import css from "../catalogue.module.css";

export const visibilityOptions = [
  { value: "public_browsable", label: "Everybody" },
  { value: "public_link_only", label: "Whoever has the link" },
  { value: "public_member_only", label: "Members" },
] as const;

const eventTypes = [
  { value: "repeating", label: "Repeats: many sessions" },
  { value: "single", label: "Happens once" },
  { value: "other", label: "Has no sessions" },
] as const;

type TextsProps = { readonly slug: string; readonly event: Loose; readonly onEdit: (event: Loose) => void };

/** What visitors read about an event, and who sees it. */
export function EventTexts({ slug, event, onEdit }: TextsProps) {
  const shared = { record: event, at: "", onEdit };
  return (
    <div className={css.form}>
      <TextField {...shared} name="name" label="Name" />
      <TextField {...shared} name="subtitle" label="Subtitle" />
      <div className={css.pair}>
        <TextField {...shared} name="category" label="Category" />
        <ChoiceField {...shared} name="event_type" label="Kind" options={eventTypes} />
      </div>
      <ChoiceField {...shared} name="hidden_type" label="Who sees it" options={visibilityOptions} />
      <TextField {...shared} name="summary" label="Summary" rows={2} hint="In listings and search results." />
      <WritingField
        slug={slug}
        label="Description"
        path="description"
        value={textOf(event["description"])}
        onEdit={(html) => onEdit(withField(event, "description", html))}
        hint="Limited HTML: headings, paragraphs, lists, tables, links, bold and italic."
      />
    </div>
  );
}
