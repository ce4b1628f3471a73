import { createContext, Fragment, use, useState, type ReactNode } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import type { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import { numberOf, recordOf, textOf, withField, type Loose } from "./document.ts";
import css from "./catalogue.module.css";

/** What all fields of a chapter's form share. */
type Form = {
  readonly problems: readonly CatalogueProblem[];
  /** What may be a mistake, and can be published. */
  readonly doubts: readonly CatalogueProblem[];
  readonly chapter: string;
  readonly isReadOnly: boolean;
  /** The field that the reader asked to see: a new object each time. */
  readonly sought?: { readonly path: string } | undefined;
};
export const ChapterForm = createContext<Form>({ problems: [], doubts: [], chapter: "", isReadOnly: true });

/** Whether a path is `at`, or of something in it: 'groups[0].name' is within 'groups' and 'groups[0]'. */
export const isPathWithin = (path: string, at: string): boolean =>
  path === at || at === "" || (path.startsWith(at) && /^[.[]/.test(path.slice(at.length)));
const joined = (at: string, name: string): string => (at === "" ? name : `${at}.${name}`);

type Found = Pick<Form, "problems" | "doubts">;

/** The problems and doubts of the chapter whose paths are of something. */
const useFound = (isOf: (path: string) => boolean): Found => {
  const { problems, doubts, chapter } = use(ChapterForm);
  const own = (list: readonly CatalogueProblem[]) => list.filter((one) => one.chapter === chapter && isOf(one.path));
  return { problems: own(problems), doubts: own(doubts) };
};

/** A message that can be found by its path (`fields/seekField.ts`). */
const Message = ({ of: { path, message } }: { readonly of: CatalogueProblem }) => (
  <span data-at={path} tabIndex={-1}>
    {message}
  </span>
);

const Messages = ({ of: list }: { readonly of: readonly CatalogueProblem[] }) =>
  list.map((one, index) => (
    <Fragment key={`${one.path} ${one.message}`}>
      {index > 0 && "; "}
      <Message of={one} />
    </Fragment>
  ));

const messagesOf = ({ problems, doubts }: Found, hint: ReactNode) => ({
  error: problems.length > 0 ? <Messages of={problems} /> : undefined,
  hint:
    doubts.length > 0 ? (
      <>
        <span className={css.doubt}>
          Check: <Messages of={doubts} />.
        </span>{" "}
        {hint}
      </>
    ) : (
      hint
    ),
});

/** What a field shows by its path in the chapter: its errors, and a hint that begins with what may be a mistake. */
export const useMessagesAt = (path: string, hint?: ReactNode) =>
  messagesOf(
    useFound((one) => one === path),
    hint,
  );

/** The same of a field that contains others, such as a list. */
export const useMessagesWithin = (path: string, hint?: ReactNode) =>
  messagesOf(
    useFound((one) => isPathWithin(one, path)),
    hint,
  );

type FieldNotesProps = {
  readonly of: (path: string) => boolean;
  /** What a message is about, shown before it. */
  readonly nameOf?: (path: string) => string;
};

/** The messages of what has no field of its own, such as a row of fields. */
export function FieldNotes({ of, nameOf = () => "" }: FieldNotesProps) {
  const { problems, doubts } = useFound(of);
  return (
    <>
      {problems.map((one) => (
        <p key={`${one.path} ${one.message}`} className={css.bad}>
          {nameOf(one.path)} <Message of={one} />
        </p>
      ))}
      {doubts.map((one) => (
        <p key={`${one.path} ${one.message}`} className={css.doubt}>
          Check: {nameOf(one.path)} <Message of={one} />.
        </p>
      ))}
    </>
  );
}

/** Called once each time that the reader asks to see a field. */
export const useSought = (onSought: (path: string) => void): void => {
  const { sought } = use(ChapterForm);
  const [seen, setSeen] = useState(sought);
  if (seen === sought) return;
  setSeen(sought);
  if (sought) onSought(sought.path);
};

/** The open tab: as chosen, or the one with the field that the reader asked to see. */
export const useTab = (first: string, tabOf: (path: string) => string) => {
  const [tab, setTab] = useState(first);
  useSought((path) => setTab(tabOf(path)));
  return [tab, setTab] as const;
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
const pathOf = ({ at, name }: Pick<Shared, "at" | "name">): string => joined(at, name);

export function TextField(
  props: Shared & { readonly rows?: number; readonly before?: string; readonly isNumber?: boolean },
) {
  const { label, name, record, onEdit, hint, rows, before, isNumber = false } = props;
  const { isReadOnly } = use(ChapterForm);
  const value = textOf(record[name]);
  const edit = (typed: string): void => onEdit(withField(record, name, isNumber ? numberOf(typed) : typed));
  return (
    <Field label={label} {...useMessagesAt(pathOf(props), hint)}>
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
    <Field label={label} {...useMessagesAt(pathOf(props), hint)}>
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
      {...useMessagesAt(pathOf(props))}
      checked={record[name] !== false}
      disabled={isReadOnly}
      onChange={({ target }) => onEdit(withField(record, name, target.checked ? undefined : false))}
    />
  );
}

const isSet = (record: Loose, name: string): boolean =>
  name.split(".").reduce<unknown>((value, part) => recordOf(value)[part], record) !== undefined;

type MoreProps = {
  readonly label: string;
  readonly record: Loose;
  readonly at: string;
  /** The fields in it, as paths within the record. */
  readonly names: readonly string[];
  readonly children: ReactNode;
};

/** Fields that are rarely needed. Open if one of them is filled in or has a message, and once one is sought. */
export function MoreFields({ label, record, at, names, children }: MoreProps) {
  const isOf = (path: string): boolean => names.some((name) => isPathWithin(path, joined(at, name)));
  const { problems, doubts } = useFound(isOf);
  const found = problems.length + doubts.length;
  const [isOpen, setOpen] = useState(found > 0 || names.some((name) => isSet(record, name)));
  useSought((path) => isOf(path) && setOpen(true));
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {label}
        {!isOpen && found > 0 && <span className={css.doubt}> · {found} to check</span>}
      </summary>
      {isOpen && children}
    </details>
  );
}
