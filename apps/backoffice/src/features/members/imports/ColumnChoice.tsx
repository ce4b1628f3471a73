import { importFields, requiredImportFields, type ImportField } from "@foyer/contract/office/members/memberImports.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { fieldNames, type ChosenColumns } from "./columns.ts";
import recordCss from "../../../shared/styles/Record.module.css";

type ColumnChoiceProps = {
  readonly header: readonly string[];
  readonly columns: ChosenColumns;
  readonly onChange: (columns: ChosenColumns) => void;
};

const isNeeded = (field: ImportField): boolean => requiredImportFields.some((name) => name === field);

/** Which column of the file is which field. */
export function ColumnChoice({ header, columns, onChange }: ColumnChoiceProps) {
  const options = header.map((name, index) => ({ value: String(index), label: name || `Column ${index + 1}` }));
  const choose = (field: ImportField, value: string): void => {
    const { [field]: _, ...others } = columns;
    onChange(value === "" ? others : { ...others, [field]: Number(value) });
  };
  return (
    <div className={recordCss.pair}>
      {importFields.map((field) => (
        <Field key={field} label={fieldNames[field]} required={isNeeded(field)}>
          <Select
            value={columns[field] === undefined ? "" : String(columns[field])}
            onChange={({ target }) => choose(field, target.value)}
            placeholder={isNeeded(field) ? "Choose" : "None"}
            options={options}
          />
        </Field>
      ))}
    </div>
  );
}
