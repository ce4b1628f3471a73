import { use } from "react";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { ChapterForm, useMessagesAt } from "../ChapterFields.tsx";
import { textOf, withField, type Loose } from "../document.ts";

type Props = {
  readonly label: string;
  readonly name: string;
  readonly at: string;
  readonly record: Loose;
  readonly onEdit: (record: Loose) => void;
  readonly hint?: string;
};

/** A time of day. */
export const TimeField = (props: Props) => <ClockField {...props} type="time" />;
/** A day of the calendar. */
export const DayField = (props: Props) => <ClockField {...props} type="date" />;

function ClockField({ label, name, at, record, onEdit, hint, type }: Props & { readonly type: "time" | "date" }) {
  const { isReadOnly } = use(ChapterForm);
  const value = textOf(record[name]);
  // The browser's field would show nothing for '24:00' or 'month+1', which a file can contain.
  const isPlain = value === "" || (type === "time" ? /^(?:[01]\d|2[0-3]):[0-5]\d$/ : /^\d{4}-\d\d-\d\d$/).test(value);
  return (
    <Field label={label} {...useMessagesAt(`${at}.${name}`, hint)}>
      <TextInput
        type={isPlain ? type : "text"}
        value={value}
        readOnly={isReadOnly}
        onChange={({ target }) => onEdit(withField(record, name, target.value))}
      />
    </Field>
  );
}
