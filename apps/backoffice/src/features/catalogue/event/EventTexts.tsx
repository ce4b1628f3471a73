import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ChapterForm, ChoiceField, MoreFields, TextField, useMessagesAt } from "../ChapterFields.tsx";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import { fieldNamesOf, SettingFields } from "../fields/SettingFields.tsx";
import { WritingField } from "../writing/WritingField.tsx";
import { eventSettings, placeSettings, shownSettings } from "./eventSettings.ts";
import { PickerTabs } from "./PickerTabs.tsx";
import { EventMessages } from "./EventMessages.tsx";
import css from "../catalogue.module.css";

export const visibilityOptions = [
  { value: "public_browsable", label: "Everybody" },
  { value: "public_link_only", label: "Anyone with the link" },
  { value: "public_member_only", label: "Members" },
] as const;

const eventTypes = [
  { value: "repeating", label: "Repeats: many sessions" },
  { value: "single", label: "Happens once" },
  { value: "other", label: "Has no sessions" },
] as const;

type TextsProps = { readonly slug: string; readonly event: Loose; readonly onEdit: (event: Loose) => void };

/** The texts of an event for visitors, and who can see it. */
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
      {(event["event_type"] ?? "repeating") === "repeating" && <NamesStart event={event} onEdit={onEdit} />}
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
      <SettingFields {...shared} slug={slug} settings={placeSettings} />
      <MoreFields {...shared} label="Buying and entry" names={fieldNamesOf(eventSettings)}>
        <SettingFields {...shared} slug={slug} settings={eventSettings} />
      </MoreFields>
      <MoreFields
        {...shared}
        label="What is shown of dates and prices"
        names={[...fieldNamesOf(shownSettings), "config.session_picker_tabs"]}
      >
        <SettingFields {...shared} slug={slug} settings={shownSettings} />
        <PickerTabs event={event} onEdit={onEdit} />
      </MoreFields>
      <EventMessages event={event} onEdit={onEdit} />
    </div>
  );
}

/** Whether sessions over five hours are appointments. Unticking writes false, which differs from leaving the field out. */
function NamesStart({ event, onEdit }: Pick<TextsProps, "event" | "onEdit">) {
  const { isReadOnly } = use(ChapterForm);
  const meta = recordOf(event["meta"]);
  return (
    <Checkbox
      label="Long sessions have a start time"
      {...useMessagesAt(
        "meta.names_start",
        "Off: a session of over five hours is a visit at any time of the day, on sale until it ends. On: tickets and emails state when it begins, and sales end then.",
      )}
      checked={meta["names_start"] === true}
      disabled={isReadOnly}
      onChange={({ target }) => onEdit(withField(event, "meta", withField(meta, "names_start", target.checked)))}
    />
  );
}
