import { Button } from "@foyer/ui/action/Button.tsx";
import { Dialog, DialogActions } from "../shared/Dialog.tsx";
import type { Screen } from "./screens.ts";
import css from "./Shell.module.css";

/** Lists the keys; none fires in a field. */
export function KeysDialog({
  screens,
  onClose,
}: {
  readonly screens: readonly Screen[];
  readonly onClose: () => void;
}) {
  const keys: readonly (readonly [string, string])[] = [
    ...screens.map(({ key, label }) => [`g ${key}`, label] as const),
    ["g u", "Your account"],
    ["i", "Invite somebody, on the staff screen"],
    ["j / k", "Next and previous row"],
    ["/ or Ctrl K", "Search"],
    ["n", "Write a note, on an order"],
    ["?", "Show these shortcuts"],
    ["Esc", "Close a dialog"],
  ];
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={css.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
