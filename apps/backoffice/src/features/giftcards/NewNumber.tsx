import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { CopyButton } from "../../shared/dialog/CopyButton.tsx";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./GiftCards.module.css";

type NewNumberProps = { readonly title: string; readonly number: string; readonly onClose: () => void };

/** Shows a number, once. */
export function NewNumber({ title, number, onClose }: NewNumberProps) {
  return (
    <Dialog title={title} onClose={onClose} asks={false}>
      <div className={recordCss.form}>
        <output className={css.newNumber} aria-label="Number">
          {number}
        </output>
        <Banner tone="warning">Write it down or copy it now. It is not shown again.</Banner>
        <DialogActions>
          <CopyButton text={number}>Copy</CopyButton>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
