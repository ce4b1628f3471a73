import type { ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
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
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Delete keys
          </Button>
        </DialogActions>
      </ActionForm>
    </Dialog>
  );
}
