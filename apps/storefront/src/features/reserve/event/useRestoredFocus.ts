import { useLayoutEffect, useState } from "react";

const focusableSelector = "button, a[href], input, select, textarea";
const focusablesIn = (id: string): readonly Element[] => [
  ...(document.getElementById(id)?.querySelectorAll(focusableSelector) ?? []),
];

/**
 * For what takes the place of a form that looks the same: whoever had the focus in it goes on where they were. A focus
 * that the new form itself moves comes later.
 */
export const useRestoredFocus = (formId: string): void => {
  const [index] = useState(() =>
    document.activeElement === null ? -1 : focusablesIn(formId).indexOf(document.activeElement),
  );
  useLayoutEffect(() => {
    const element = index < 0 ? undefined : focusablesIn(formId)[index];
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }, [index, formId]);
};
