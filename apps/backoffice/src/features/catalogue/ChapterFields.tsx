import { createContext, use, useState, type ReactNode } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import type { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import { numberOf, textOf, withField, type Loose } from "./document.ts";

/** What all fields of a chapter's form share. */
type Form = { readonly problems: readonly CatalogueProblem[]; readonly chapter: string; readonly isReadOnly: boolean };
export const ChapterForm = createContext<Form>({ problems: [], chapter: "", isReadOnly: true });

/** The problem of a field, found by its path in the chapter. */
export const useProblemAt = (path: string): string | undefined => {
  const { problems, chapter } = use(ChapterForm);
  const found = problems.filter((problem) => problem.chapter === chapter && problem.path === path);
  return found.length > 0 ? found.map(({ message }) => message).join("; ") : undefined;
};

type Shared = {
  readonly label: string;
  readonly name: string;
  /** The path of the record that contains the field: "groups[0].types[1]". */
  readonly at: string;
  readonly record: Loose;
  readonly onEdit: (record: Loose) => void;
  readonly hint?: ReactNode;
};
const pathOf = ({ at, name }: Pick<Shared, "at" | "name">): string => (at === "" ? name : `${at}.${name}`);

export function TextField(
  props: Shared & { readonly rows?: number; readonly before?: string; readonly isNumber?: boolean },
) {
  const { label, name, record, onEdit, hint, rows, before, isNumber = false } = props;
  const { isReadOnly } = use(ChapterForm);
  const error = useProblemAt(pathOf(props));
  const value = textOf(record[name]);
  const edit = (typed: string): void => onEdit(withField(record, name, isNumber ? numberOf(typed) : typed));
  return (
    <Field label={label} hint={hint} error={error}>
      {rows === undefined ? (
        <TextInput
          value={value}
          before={before}
          readOnly={isReadOnly}
          inputMode={isNumber ? "numeric" : before === undefined ? undefined : "decimal"}
          onChange={({ target }) => edit(target.value)}
        />
      ) : (
        <TextArea value={value} rows={rows} readOnly={isReadOnly} onChange={({ target }) => edit(target.value)} />
      )}
    </Field>
  );
}

type Options = readonly { readonly value: string; readonly label: string }[];

/** A choice whose first option is the default and is not written to the document. */
export function ChoiceField(props: Shared & { readonly options: Options }) {
  const { label, name, record, onEdit, hint, options } = props;
  const { isReadOnly } = use(ChapterForm);
  const [first] = options;
  return (
    <Field label={label} hint={hint} error={useProblemAt(pathOf(props))}>
      <Select
        value={textOf(record[name]) || (first?.value ?? "")}
        disabled={isReadOnly}
        options={options}
        onChange={({ target }) =>
          onEdit(withField(record, name, target.value === first?.value ? undefined : target.value))
        }
      />
    </Field>
  );
}

/** A switch for a field that counts as true unless it is false. */
export function YesField(props: Shared) {
  const { label, name, record, onEdit } = props;
  const { isReadOnly } = use(ChapterForm);
  return (
    <Checkbox
      label={label}
      error={useProblemAt(pathOf(props))}
      checked={record[name] !== false}
      disabled={isReadOnly}
      onChange={({ target }) => onEdit(withField(record, name, target.checked ? undefined : false))}
    />
  );
}

/** Fields that are rarely needed. Open if one of them is filled in. */
export function MoreFields({ label, isUsed, children }: { label: string; isUsed: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  );
}
