import { useState } from "react";
import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../../shared/Form.tsx";
import type { Crop } from "./Crops.tsx";
import { FocusPicker } from "./FocusPicker.tsx";
import { middle, writtenFocus } from "./focus.ts";

type DialogProps = {
  readonly url: string;
  readonly crops: readonly Crop[];
  readonly focus: PictureFocus | undefined;
  /** Called with undefined for the middle. */
  readonly onSave: (focus: PictureFocus | undefined) => Promise<void>;
  readonly onClose: () => void;
};

/** Sets the focal point of a picture of the catalogue. */
export function FocusDialog({ url, crops, focus = middle, onSave, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(focus);
  const save = useAction(async () => {
    await onSave(writtenFocus(chosen));
    onClose();
  });
  return (
    <Dialog title="Focal point" onClose={onClose}>
      <ActionForm label="Focal point" failure={save.failure} fields={[]} onSubmit={() => save.run()}>
        <FocusPicker url={url} crops={crops} focus={chosen} onChange={setChosen} />
        <SubmitActions onCancel={onClose} busy={save.isBusy}>
          Save the focal point
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
