import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";

/** The field `reason` of an ActionForm, for the audit log. `isMissing`: the server has refused it. */
export function AuditReason({ hint, isMissing }: { readonly hint: string; readonly isMissing: boolean }) {
  return (
    <Field label="Reason" hint={hint} error={isMissing && "Enter a reason."} required>
      <TextInput name="reason" maxLength={200} autoComplete="off" />
    </Field>
  );
}
