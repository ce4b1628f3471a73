import { useId, useState } from "react";
import type { PublishConflict } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { MergeChoices } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { fieldName, valueText } from "./catalogueQueries.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import type { Draft } from "./useDraft.ts";
import css from "./catalogue.module.css";

type Props = {
  readonly conflicts: readonly PublishConflict[];
  readonly by: string;
  readonly isBusy?: boolean;
  readonly onChoose: (choices: MergeChoices) => void;
};

/** Fields that two people changed, with the old, their and my value. All other fields are merged already. */
export function ConflictChoices({ conflicts, by, isBusy = false, onChoose }: Props) {
  const [choices, setChoices] = useState<MergeChoices>({});
  // The page of a publishing asks about several chapters.
  const id = useId();
  const isComplete = conflicts.every(({ path }) => choices[path] !== undefined);
  return (
    <div className={css.stack}>
      {conflicts.map(({ path, before, theirs, mine }) => (
        <fieldset className={css.conflict} key={path}>
          <legend className={css.legend}>{fieldName(path)}</legend>
          <p className={css.quiet}>Before: {valueText(before)}</p>
          {(["mine", "theirs"] as const).map((side) => (
            <label className={css.choice} key={side}>
              <input
                type="radio"
                name={`${id} ${path}`}
                checked={choices[path] === side}
                onChange={() => setChoices({ ...choices, [path]: side })}
              />
              <span>
                {side === "mine" ? "Mine" : by}:{" "}
                <span className={css.value}>{valueText(side === "mine" ? mine : theirs)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div>
        <Button kind="primary" size="small" busy={isBusy} disabled={!isComplete} onClick={() => onChoose(choices)}>
          Continue with these
        </Button>
      </div>
    </div>
  );
}

/** Asks which values to keep if a colleague has saved other values of the same fields meanwhile. */
export function DraftConflictDialog({ draft: { conflict, choose } }: { readonly draft: Draft }) {
  if (!conflict) return null;
  return (
    <Dialog title="A colleague changed the same fields" isWide asks={false} onClose={() => undefined}>
      <p>All other changes are already merged. Nothing that you typed is lost.</p>
      <ConflictChoices conflicts={conflict.conflicts} by={conflict.by} onChoose={choose} />
    </Dialog>
  );
}
