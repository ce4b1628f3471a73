import { useState } from "react";
import type { Loose } from "../document.ts";

/** Changes that can be taken back. */
const mostSteps = 50;

/**
 * A document whose last changes can be undone. Where it was changed otherwise meanwhile, as when a colleague's changes were
 * joined with it, there is nothing to undo: going back would take theirs away.
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
