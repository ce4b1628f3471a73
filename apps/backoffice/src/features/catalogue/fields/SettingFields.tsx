import { use, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { ChapterForm, ChoiceField, TextField, useMessagesAt, useMessagesWithin } from "../ChapterFields.tsx";
import { overviewQuery } from "../catalogueQueries.ts";
import { numberOf, recordOf, textOf, withField, type Loose } from "../document.ts";
import { SwitchField } from "../rules/SwitchField.tsx";
import css from "../catalogue.module.css";

type Described = {
  /** The path within the record, such as "gate.reentry". */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
};

/** A field of a chapter's form, described as data. */
export type Setting = Described &
  (
    | { readonly kind: "text" | "long" | "number" | "flag" }
    /** Texts or numbers, separated by commas. */
    | { readonly kind: "list" | "numbers" }
    /** The first option is the default. */
    | { readonly kind: "choice"; readonly options: readonly { readonly value: string; readonly label: string }[] }
    /** Yes, no, or not set; `otherwise` names the value that applies then. */
    | { readonly kind: "switch"; readonly otherwise: string }
    /** The key of a chapter of this kind. */
    | { readonly kind: "key"; readonly chapters: "venue" | "hall" | "code_group"; readonly none: string }
  );

type FieldsProps = {
  readonly slug: string;
  readonly settings: readonly Setting[];
  readonly record: Loose;
  /** The path of the record in the chapter. */
  readonly at: string;
  readonly onEdit: (record: Loose) => void;
};

const joined = (at: string, name: string): string => (at === "" ? name : `${at}.${name}`);

/** Fields in the order of `settings`. A nested record is added with its first field and removed with its last. */
export const SettingFields = ({ settings, ...props }: FieldsProps) => (
  <div className={css.grid}>
    {settings.map((setting) => (
      <SettingField key={setting.name} setting={setting} {...props} />
    ))}
  </div>
);

export const fieldNamesOf = (settings: readonly Setting[]): readonly string[] => settings.map(({ name }) => name);

type FieldProps = Omit<FieldsProps, "settings"> & { readonly setting: Setting };

function SettingField({ setting, slug, record, at, onEdit }: FieldProps) {
  const [first = "", ...rest] = setting.name.split(".");
  if (rest.length > 0) {
    const within = (next: Loose) => onEdit(withField(record, first, Object.keys(next).length > 0 ? next : undefined));
    return (
      <SettingField
        setting={{ ...setting, name: rest.join(".") }}
        slug={slug}
        record={recordOf(record[first])}
        at={joined(at, first)}
        onEdit={within}
      />
    );
  }
  const shared = { record, at, onEdit, name: first, label: setting.label, ...(setting.hint && { hint: setting.hint }) };
  switch (setting.kind) {
    case "text":
      return <TextField {...shared} />;
    case "long":
      return <TextField {...shared} rows={3} />;
    case "number":
      return <TextField {...shared} isNumber />;
    case "choice":
      return <ChoiceField {...shared} options={setting.options} />;
    case "switch":
      return <SwitchField {...shared} otherwise={setting.otherwise} yes="Yes" no="No" />;
    case "flag":
      return <FlagField {...shared} />;
    case "list":
    case "numbers":
      return <ListField {...shared} isNumber={setting.kind === "numbers"} />;
    case "key":
      return <KeyField {...shared} slug={slug} chapters={setting.chapters} none={setting.none} />;
  }
}

type OneProps = Omit<FieldsProps, "settings" | "slug"> & Described;

/** A checkbox for a field that counts as false unless it is true. */
export function FlagField({ label, name, record, at, onEdit, hint }: OneProps) {
  const { isReadOnly } = use(ChapterForm);
  return (
    <Checkbox
      label={label}
      {...useMessagesAt(joined(at, name), hint)}
      checked={record[name] === true}
      disabled={isReadOnly}
      onChange={({ target }) => onEdit(withField(record, name, target.checked ? true : undefined))}
    />
  );
}

const itemsOf = (typed: string): readonly string[] =>
  typed
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** A list that is typed as one text with commas. Errors of single entries are shown below it. */
export function ListField({
  label,
  name,
  record,
  at,
  onEdit,
  hint,
  isNumber = false,
}: OneProps & { isNumber?: boolean }) {
  const { isReadOnly } = use(ChapterForm);
  const value: unknown = record[name];
  const items: readonly string[] = Array.isArray(value) ? value.map(String) : itemsOf(textOf(value));
  const [typed, setTyped] = useState(items.join(", "));
  const shown = itemsOf(typed).join() === items.join() ? typed : items.join(", ");
  return (
    <Field label={label} {...useMessagesWithin(joined(at, name), hint)}>
      <TextInput
        value={shown}
        readOnly={isReadOnly}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = itemsOf(target.value);
          onEdit(withField(record, name, next.length === 0 ? undefined : isNumber ? next.map(numberOf) : next));
        }}
        onBlur={() => setTyped(items.join(", "))}
      />
    </Field>
  );
}

type KeyProps = OneProps & { readonly slug: string; readonly chapters: string; readonly none: string };

/** Chooses one of the existing chapters. A key that no chapter has stays visible. */
function KeyField({ label, name, record, at, onEdit, hint, slug, chapters, none }: KeyProps) {
  const { isReadOnly } = use(ChapterForm);
  const { data } = useQuery(overviewQuery(slug));
  const chosen = textOf(record[name]);
  const known = (data?.chapters ?? []).flatMap((chapter) => {
    const [kind, key = ""] = chapter.split("/");
    return kind === chapters ? [key] : [];
  });
  const keys = chosen === "" || known.includes(chosen) ? known : [...known, chosen];
  return (
    <Field label={label} {...useMessagesAt(joined(at, name), hint)}>
      <Select
        value={chosen}
        disabled={isReadOnly}
        options={[{ value: "", label: none }, ...keys.map((key) => ({ value: key, label: key }))]}
        onChange={({ target }) => onEdit(withField(record, name, target.value))}
      />
    </Field>
  );
}
