import type { ReactNode } from "react";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";

type Props = {
  /** The provider or service that the keys belong to. */
  readonly of: string;
  readonly forget: () => Promise<void>;
  readonly onClose: () => void;
  /** The consequences. */
  readonly children: ReactNode;
};

/** Asks before stored keys are deleted. */
export function ForgetKeysDialog({ of, forget, onClose, children }: Props) {
  const { run, isBusy, failure } = useAction(forget);
  const title = `Delete the keys of ${of}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <ActionForm label={title} failure={failure} fields={[]} onSubmit={() => run()}>
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Delete keys
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
