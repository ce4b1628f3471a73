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
  // If a step is taller than most of the screen, scrolls to the field instead of the step.
  (first.offsetHeight < innerHeight * 0.6 ? first : target).scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
};
