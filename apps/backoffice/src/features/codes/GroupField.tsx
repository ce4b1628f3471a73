import type { CodeGroupSummary } from "@foyer/contract/office/catalogue/codes.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";

type GroupFieldProps = {
  readonly groups: readonly CodeGroupSummary[];
  /** Empty if none is chosen yet. */
  readonly value: string;
  readonly onChange: (id: string) => void;
};

/** The group in which codes are made, with what its codes unlock. */
export function GroupField({ groups, value, onChange }: GroupFieldProps) {
  return (
    <Field label="Group" hint={openedBy(groups.find(({ id }) => id === value))} required>
      <Select
        value={value}
        {...(value === "" && { placeholder: "Choose" })}
        onChange={({ target }) => onChange(target.value)}
        options={groups.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  );
}

const openedBy = (group: CodeGroupSummary | undefined): string | undefined => {
  if (!group) return undefined;
  const opened = [...group.discounts, ...group.rules.map((rule) => `what “${rule}” forbids`)];
  return opened.length === 0
    ? "Codes of this group do nothing yet."
    : `Codes of this group unlock: ${opened.join(", ")}.`;
};
