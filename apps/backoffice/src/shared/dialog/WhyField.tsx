import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";

type WhyFieldProps = {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  readonly error?: string | undefined;
};

/** Why staff change something; it is kept in the audit log. */
export function WhyField({ value, onChange, error }: WhyFieldProps) {
  return (
    <Field label="Why" error={error} hint="Seen by staff only." required>
      <TextArea rows={2} maxLength={500} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}
