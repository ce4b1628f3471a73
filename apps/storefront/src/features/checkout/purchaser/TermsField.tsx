import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { checkoutStrings } from "../checkout.strings.ts";
import css from "./Purchaser.module.css";
import type { TermsForm } from "./useTerms.ts";

type TermsFieldProps = {
  readonly terms: TermsForm;
  readonly isFree?: boolean;
  readonly isSmall?: boolean;
};

/**
 * Consent to the terms, if the seller has any: a checkbox, or a sentence if the seller treats paying as consent. If nothing
 * is due (`isFree`), the sentence is about completing the order instead of paying. Ticking the box opens the terms, unless
 * the seller makes reading them optional.
 */
export function TermsField({ terms, isFree = false, isSmall = false }: TermsFieldProps) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const { terms: content, accepted, isMissing, haveChanged, accept, read } = terms;

  if (!content) return null;
  if (content.accepted_by_paying)
    return (
      <p className={css.consent} data-small={isSmall || undefined}>
        {t(isFree ? "terms.by_completing" : "terms.by_paying")}{" "}
        <Button kind="text" size="small" onClick={read}>
          {t("terms.read")}
        </Button>
      </p>
    );
  return (
    <div className={css.terms}>
      <Checkbox
        label={t("terms.accept_label")}
        name="terms"
        checked={accepted}
        required
        aria-required
        error={isMissing && (haveChanged ? t("terms.changed") : shared("form.required"))}
        onChange={({ target: { checked } }) => (checked && !content.viewing_is_optional ? read() : accept(checked))}
      />
      <Button kind="text" size="small" onClick={read}>
        {t("terms.read")}
      </Button>
    </div>
  );
}
