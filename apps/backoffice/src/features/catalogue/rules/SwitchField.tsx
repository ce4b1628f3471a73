import { use } from "react";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { ChapterForm, useMessagesAt } from "../ChapterFields.tsx";
import { withField, type Loose } from "../document.ts";

type SwitchProps = {
  readonly label: string;
  readonly name: string;
  readonly at: string;
  readonly record: Loose;
  readonly onEdit: (record: Loose) => void;
  /** The meaning of an absent value. */
  readonly otherwise: string;
  readonly yes: string;
  readonly no: string;
  readonly hint?: string;
};

/** A field that is true, false, or absent from the document. */
export function SwitchField({ label, name, at, record, onEdit, otherwise, yes, no, hint }: SwitchProps) {
  const { isReadOnly } = use(ChapterForm);
  const value = record[name];
  const options = [
    // If an absent value means the same as true or false, it needs no option of its own.
    ...(otherwise === yes || otherwise === no ? [] : [{ value: "", label: otherwise }]),
    { value: "true", label: yes },
    { value: "false", label: no },
  ];
  const shown =
    typeof value === "boolean" ? String(value) : otherwise === yes ? "true" : otherwise === no ? "false" : "";
  const absent = otherwise === yes ? "true" : otherwise === no ? "false" : "";
  return (
    <Field label={label} {...useMessagesAt(`${at}.${name}`, hint)}>
      <Select
        value={shown}
        disabled={isReadOnly}
        options={options}
        onChange={({ target }) =>
          onEdit(withField(record, name, target.value === absent ? undefined : target.value === "true"))
        }
      />
    </Field>
  );
}
