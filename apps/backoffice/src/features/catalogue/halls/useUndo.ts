import { useState } from "react";
import type { Loose } from "../document.ts";

/** The maximum number of changes that can be undone. */
const mostSteps = 50;

/**
 * A document whose last changes can be undone. If it was changed in another way meanwhile, for example merged with a
 * colleague's changes, nothing can be undone, since that would remove their changes.
 */
export const useUndo = (document: Loose, onEdit: (document: Loose) => void) => {
  const [own, setOwn] = useState({ past: [] as readonly Loose[], now: document });
  const past = own.now === document ? own.past : [];
  const before = past.at(-1);
  const show = (steps: readonly Loose[], next: Loose): void => {
    setOwn({ past: steps, now: next });
    onEdit(next);
  };
  return {
    edit: (next: Loose): void => show([...past, document].slice(-mostSteps), next),
    undo: before && (() => show(past.slice(0, -1), before)),
  };
};
