import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./GiftCards.module.css";

type NewNumberProps = { readonly title: string; readonly number: string; readonly onClose: () => void };

/** Shows a number, once. */
export function NewNumber({ title, number, onClose }: NewNumberProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={title} onClose={onClose} asks={false}>
      <div className={recordCss.form}>
        <output className={css.newNumber} aria-label="Number">
          {number}
        </output>
        <Banner tone="warning">Write it down or copy it now. It is not shown again.</Banner>
        <DialogActions>
          <Button onClick={() => void navigator.clipboard.writeText(number).then(() => setCopied(true))}>
            {isCopied ? "Copied" : "Copy"}
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
