import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Dialog, DialogActions } from "../shared/dialog/Dialog.tsx";
import { setSingleKeys, usesSingleKeys } from "../shared/singleKeys.ts";
import type { Screen } from "./screens.ts";
import css from "./Shell.module.css";

/** Lists the keyboard shortcuts, and turns single-key ones off. None of them works in a field. */
export function KeysDialog({
  screens,
  onClose,
}: {
  readonly screens: readonly Screen[];
  readonly onClose: () => void;
}) {
  const [isOn, setOn] = useState(usesSingleKeys);
  const choose = (isOn: boolean): void => {
    setSingleKeys(isOn);
    setOn(isOn);
  };
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
    <Dialog title="Keyboard shortcuts" asks={false} onClose={onClose}>
      <label className={css.keyChoice}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => choose(target.checked)} />
        <span>Use shortcuts without Ctrl</span>
      </label>
      {!isOn && <p>Only Ctrl K works.</p>}
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
