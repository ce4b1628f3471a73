import { Button } from "@foyer/ui/action/Button.tsx";
import { Dialog, DialogActions } from "../../../shared/dialog/Dialog.tsx";

/** Replaces a dialog about tickets once none of them is left: a colleague or the buyer was first, or an answer was lost. */
export function TicketsGone({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="These tickets have changed" asks={false} onClose={onClose}>
      <p>They were moved or cancelled after you opened this. The history of the order says by whom.</p>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          Show the order
        </Button>
      </DialogActions>
    </Dialog>
  );
}
