const invalid = '[aria-invalid="true"], [data-invalid]';
const fields = "input:not([disabled]), select, textarea";
const focusable = `${fields}, button:not([disabled]):not([tabindex="-1"]), a[href], [tabindex="0"]`;

/** Scrolls to the first thing that a form refuses and puts the focus in it. */
export const focusFirstError = (form: Element | null): void => {
  const first = form?.querySelector<HTMLElement>(invalid);
  if (!first) return;
  const place = first.matches(focusable)
    ? first
    : (first.querySelector<HTMLElement>(fields) ?? first.querySelector<HTMLElement>(focusable) ?? first);
  first.scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
};
