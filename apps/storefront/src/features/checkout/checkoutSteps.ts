import type { CheckoutParts } from "./useCheckoutParts.ts";

/** A part of the checkout that is not filled in yet, with its first empty field if known. */
export type MissingPart = {
  readonly step: "details" | "questions" | "payment" | "terms";
  readonly field?: string | undefined;
};

/** The id of the heading of a step. */
export const stepHeadingId = (step: MissingPart["step"]): string => `checkout-${step === "terms" ? "payment" : step}`;

type Form = Pick<CheckoutParts, "purchaser" | "account" | "survey" | "payment" | "terms">;

/** The first missing detail of the buyer. */
export const missingDetails = ({
  purchaser,
  account,
  survey,
}: Pick<Form, "purchaser" | "account" | "survey">): MissingPart | undefined => {
  const field = purchaser.missingField() ?? account.missingField();
  if (field !== undefined) return { step: "details", field };
  return survey.isComplete ? undefined : { step: "questions" };
};

/**
 * What is missing before the order can be paid, in the order of the page. Terms that are shown during the payment are not
 * included.
 */
export const missingStep = (form: Form): MissingPart | undefined => {
  const details = missingDetails(form);
  if (details) return details;
  if (form.payment.canPay && !form.payment.isComplete) return { step: "payment" };
  return missingTerms(form.terms);
};

/** Terms that have to be accepted before a payment and are not shown during it. */
export const missingTerms = ({ terms, accepted, readsFirst }: Form["terms"]): MissingPart | undefined =>
  terms && !accepted && !readsFirst ? { step: "terms", field: "terms" } : undefined;

const focusable = "input:not([disabled], [hidden]), select, textarea";
const isEmpty = (field: Element): boolean =>
  !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) ||
  (field.type === "checkbox" ? !("checked" in field && field.checked) : field.value === "");

/** Scrolls to a missing part and focuses its first empty field, without showing errors yet. */
export const goToCheckoutStep = (form: Element | null, { step, field }: MissingPart): void => {
  const heading = document.getElementById(stepHeadingId(step));
  const part = heading?.closest("section, [role=group]");
  const fields = [...(part?.querySelectorAll<HTMLElement>(focusable) ?? [])];
  const target =
    (field === undefined ? null : form?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)) ??
    fields.find((one) => one.getAttribute("aria-required") === "true" && isEmpty(one)) ??
    heading;
  if (target === heading) heading?.setAttribute("tabindex", "-1");
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
};
