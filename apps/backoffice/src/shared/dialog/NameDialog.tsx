import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Dialog } from "./Dialog.tsx";
import { SubmitActions } from "./SubmitActions.tsx";
import { ActionForm, type useAction } from "../Form.tsx";

type NameDialogProps = {
  readonly title: string;
  /** The current name. */
  readonly name: string;
  readonly action: ReturnType<typeof useAction<readonly [string]>>;
  readonly onClose: () => void;
};

/** Renames something. */
export function NameDialog({ title, name, action, onClose }: NameDialogProps) {
  const { run, isBusy, failure, errorOf } = action;
  return (
    <Dialog title={title} onClose={onClose}>
      <ActionForm label={title} failure={failure} fields={["name"]} onSubmit={({ name = "" }) => run(name)}>
        <Field label="Name" error={errorOf("name", "Give it a name.")} required>
          <TextInput name="name" defaultValue={name} maxLength={60} />
        </Field>
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Save
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
