const invalidSelector = '[aria-invalid="true"], [data-invalid]';
const fieldSelector = "input:not([disabled]), select, textarea";
const focusableSelector = `${fieldSelector}, button:not([disabled]):not([tabindex="-1"]), a[href], [tabindex="0"]`;

/** Scrolls to the first invalid field and focuses it. */
export const focusFirstError = (form: Element | null): void => {
  const first = form?.querySelector<HTMLElement>(invalidSelector);
  if (!first) return;
  const target = first.matches(focusableSelector)
    ? first
    : (first.querySelector<HTMLElement>(fieldSelector) ?? first.querySelector<HTMLElement>(focusableSelector) ?? first);
  // Of a step that is taller than the screen, the field itself counts.
  (first.offsetHeight < innerHeight * 0.6 ? first : target).scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
};
