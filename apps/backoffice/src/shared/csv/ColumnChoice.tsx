import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import type { ChosenColumns, ImportFields } from "./importColumns.ts";
import recordCss from "../styles/Record.module.css";

type ColumnChoiceProps<Name extends string> = {
  readonly fields: ImportFields<Name>;
  readonly header: readonly string[];
  readonly columns: ChosenColumns<Name>;
  readonly onChange: (columns: ChosenColumns<Name>) => void;
};

/** Assigns the columns of a file to fields. */
export function ColumnChoice<Name extends string>({ fields, header, columns, onChange }: ColumnChoiceProps<Name>) {
  const options = header.map((name, index) => ({ value: String(index), label: name || `Column ${index + 1}` }));
  return (
    <div className={recordCss.pair}>
      {fields.map(({ name, label, isNeeded }) => (
        <Field key={name} label={label} required={isNeeded}>
          <Select
            value={columns[name] === undefined ? "" : String(columns[name])}
            onChange={({ target }) => onChange(withColumn(columns, name, target.value))}
            placeholder={isNeeded ? "Choose" : "None"}
            options={options}
          />
        </Field>
      ))}
    </div>
  );
}

const withColumn = <Name extends string>(
  columns: ChosenColumns<Name>,
  name: Name,
  value: string,
): ChosenColumns<Name> => ({ ...columns, [name]: value === "" ? undefined : Number(value) });
