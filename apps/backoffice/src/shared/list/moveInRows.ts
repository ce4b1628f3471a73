import type { KeyboardEvent } from "react";

/** `j` and `k` move between the rows of a table, to the element in each row that matches a selector such as "a". */
export const moveInRows =
  (focused: string) =>
  (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const step = { j: 1, k: -1 }[event.key];
    const row = event.target instanceof Element ? event.target.closest("tr") : null;
    if (step === undefined || !row) return;
    const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector<HTMLElement>(focused)?.focus();
  };
