import { maxVoucherLength } from "@foyer/rules/forms/cityPass.ts";
import { detailField, type DetailTicket } from "@foyer/rules/forms/ticketDetails.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { detailStrings } from "./details.strings.ts";
import css from "./DetailFields.module.css";
import { useFieldError, useTicketName } from "./detailText.ts";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import type { TicketDetailsState } from "./detailsState.ts";

type VouchersProps = { readonly tickets: readonly DetailTicket[]; readonly details: TicketDetailsState };

/** One voucher number for each ticket. */
export function Vouchers({ tickets, details }: VouchersProps) {
  const t = useText(detailStrings);
  const ticketName = useTicketName();
  const fieldError = useFieldError(details);
  return (
    <FormStep name="vouchers" heading={t("details.vouchers")}>
      <p className={css.quiet}>{t("details.vouchers.about")}</p>
      <div className={css.group}>
        {tickets.map((ticket) => {
          const field = detailField.voucher(ticket.key);
          return (
            <div key={ticket.key} className={css.voucher}>
              <Field
                label={
                  <>
                    {ticketName(ticket)}
                    <VisuallyHidden> – {t("details.voucher")}</VisuallyHidden>
                  </>
                }
                required
                error={fieldError(field)}
              >
                <TextInput
                  placeholder={t("details.voucher.placeholder")}
                  autoComplete="off"
                  autoCapitalize="characters"
                  autoCorrect="off"
                  spellCheck={false}
                  // Allows spaces in a pasted voucher number; they are removed.
                  maxLength={maxVoucherLength + 10}
                  value={details.input.vouchers[ticket.key] ?? ""}
                  onChange={(event) => {
                    const { value } = event.target;
                    details.changeField(field, (input) => ({
                      ...input,
                      vouchers: { ...input.vouchers, [ticket.key]: value },
                    }));
                  }}
                />
              </Field>
            </div>
          );
        })}
      </div>
    </FormStep>
  );
}
