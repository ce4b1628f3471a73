import { useLayoutEffect, useState } from "react";

const focusableSelector = "button, a[href], input, select, textarea";
const focusablesIn = (id: string): readonly Element[] => [
  ...(document.getElementById(id)?.querySelectorAll(focusableSelector) ?? []),
];

/** Restores the focus when a form replaces an identical one. If the new form sets the focus itself, that happens later. */
export const useRestoredFocus = (formId: string): void => {
  const [index] = useState(() =>
    document.activeElement === null ? -1 : focusablesIn(formId).indexOf(document.activeElement),
  );
  useLayoutEffect(() => {
    const element = index < 0 ? undefined : focusablesIn(formId)[index];
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }, [index, formId]);
};
