import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import type { OrderInvoice } from "@foyer/contract/shop/aftersale/invoice.ts";
import { parseTaxId } from "@foyer/rules/forms/taxId.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { StepActions } from "../StepActions.tsx";
import { StepHeading } from "../cancel/StepHeading.tsx";
import section from "../OrderSection.module.css";
import type { TypedDetails } from "./invoice.queries.ts";
import { companyStrings } from "./company.strings.ts";
import type { InvoiceEditing } from "./useInvoiceDetails.ts";

export type InvoiceFormProps = { readonly invoice: OrderInvoice; readonly editing: InvoiceEditing };

/** The form for the company on an invoice. The entered values are kept when the server refuses them. */
export function InvoiceForm({ invoice, editing }: InvoiceFormProps) {
  const t = useText(companyStrings);
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const { details, asks_for_buyer } = invoice;
  const [typed, setTyped] = useState<TypedDetails>({
    company: details?.company ?? "",
    tax_id: details?.tax_id ?? "",
    address: details?.address ?? "",
  });
  const [isChecked, setChecked] = useState(false);
  const { refused } = editing;
  const focusRefused = useEffectEvent(focusError);
  useEffect(() => {
    if (refused.length > 0) focusRefused();
  }, [refused]);
  const needsTaxId = asks_for_buyer === "company";
  const errors = useErrors(typed, { refused, needsTaxId });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (editing.isSaving) return;
    setChecked(true);
    if (errors.typed) return focusError();
    editing.save(typed);
  };
  const onInput =
    (name: keyof TypedDetails) =>
    ({ target }: { readonly target: { readonly value: string } }): void =>
      setTyped({ ...typed, [name]: target.value });
  return (
    <form ref={form} noValidate className={section.step} onSubmit={submit}>
      <StepHeading>{t("company.heading")}</StepHeading>
      {editing.problem && <ErrorLine>{editing.problem}</ErrorLine>}
      <Field label={t("company.company")} error={isChecked && errors.company} required>
        <TextInput
          name="company"
          autoComplete="organization"
          maxLength={200}
          value={typed.company}
          onChange={onInput("company")}
        />
      </Field>
      <Field
        label={t("company.tax_id")}
        hint={t("company.tax_id.hint")}
        error={isChecked && errors.tax_id}
        required={needsTaxId}
        optional={needsTaxId ? undefined : t("company.optional")}
      >
        <TextInput
          name="tax_id"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          maxLength={40}
          value={typed.tax_id}
          onChange={onInput("tax_id")}
        />
      </Field>
      <Field label={t("company.address")} hint={t("company.address.hint")} error={isChecked && errors.address} required>
        <TextArea
          name="address"
          autoComplete="street-address"
          maxLength={500}
          value={typed.address}
          onChange={onInput("address")}
        />
      </Field>
      <StepActions>
        <Button type="submit" kind="primary" busy={editing.isSaving}>
          {t("company.submit")}
        </Button>
        <Button onClick={editing.close}>{t("company.close")}</Button>
      </StepActions>
    </form>
  );
}

/** The problem of each field: that of the current value, or else the server's. `typed`: a current value is invalid. */
const useErrors = (
  typed: TypedDetails,
  { refused, needsTaxId }: { readonly refused: readonly string[]; readonly needsTaxId: boolean },
) => {
  const t = useText(companyStrings);
  const required = useText(sharedStrings)("form.required");
  const taxId = typed.tax_id.trim();
  const missing = {
    company: typed.company.trim() === "" ? required : undefined,
    tax_id:
      taxId === "" ? (needsTaxId ? required : undefined) : parseTaxId(taxId) ? undefined : t("company.tax_id.invalid"),
    address: typed.address.trim() === "" ? required : undefined,
  };
  const ofServer = (name: keyof TypedDetails): string | undefined =>
    refused.includes(name) ? t(`company.${name}.invalid`) : undefined;
  return {
    typed: Object.values(missing).some((error) => error !== undefined),
    company: missing.company ?? ofServer("company"),
    tax_id: missing.tax_id ?? ofServer("tax_id"),
    address: missing.address ?? ofServer("address"),
  };
};
