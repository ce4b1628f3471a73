import { maxVoucherLength } from "@foyer/rules/forms/cityPass.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import type { MovableVisitTicket } from "./movableVisit.ts";
import css from "./Reschedule.module.css";
import type { MoveForm } from "./useMoveForm.ts";

export type ExchangeVoucherProps = { readonly ticket: MovableVisitTicket; readonly form: MoveForm };

/** The city-pass voucher of a ticket whose new type needs another one. */
export function ExchangeVoucher({ ticket: { id, ...ticket }, form: { vouchers, typeOf } }: ExchangeVoucherProps) {
  const t = useText(rescheduleStrings);
  if (!vouchers.isAsked(id)) return null;
  return (
    <div className={css.voucher}>
      <Field
        label={t("exchange.voucher", { type: typeOf({ id, ...ticket }).name })}
        hint={t("exchange.voucher.hint")}
        required
        error={vouchers.errorOf(id)}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          // Allows spaces in a pasted voucher number; they are removed.
          maxLength={maxVoucherLength + 10}
          value={vouchers.textOf(id)}
          onChange={({ target }) => vouchers.enter(id, target.value)}
        />
      </Field>
    </div>
  );
}
