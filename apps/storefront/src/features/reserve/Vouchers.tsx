import { longestVoucher } from "@foyer/rules/cityPass.ts";
import { detailField, type DetailTicket } from "@foyer/rules/ticketDetails.ts";
import { Field } from "@foyer/ui/Field.tsx";
import { TextInput } from "@foyer/ui/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { useText } from "../../shared/seller.tsx";
import { detailStrings } from "./detail.strings.ts";
import css from "./DetailFields.module.css";
import { useSaid, useTicketName } from "./detailWords.ts";
import { Step } from "./Step.tsx";
import type { Details } from "./useTicketDetails.ts";

type VouchersProps = { readonly tickets: readonly DetailTicket[]; readonly details: Details };

/** The vouchers that tickets are had for, one each. */
export function Vouchers({ tickets, details }: VouchersProps) {
  const t = useText(detailStrings);
  const ticketName = useTicketName();
  const said = useSaid(details);
  return (
    <Step name="vouchers" heading={t("details.vouchers")}>
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
                error={said(field)}
              >
                <TextInput
                  placeholder={t("details.voucher.placeholder")}
                  autoComplete="off"
                  autoCapitalize="characters"
                  autoCorrect="off"
                  spellCheck={false}
                  // A pasted voucher brings its spaces along, which do not count.
                  maxLength={longestVoucher + 10}
                  value={details.typed.vouchers[ticket.key] ?? ""}
                  onChange={(event) => {
                    const { value } = event.target;
                    details.type(field, (typed) => ({
                      ...typed,
                      vouchers: { ...typed.vouchers, [ticket.key]: value },
                    }));
                  }}
                />
              </Field>
            </div>
          );
        })}
      </div>
    </Step>
  );
}
