import { Button } from "@foyer/ui/action/Button.tsx";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import type { FormSelection } from "../../../shared/form/formSelection.ts";
import { SeatNames } from "../../../shared/format/SeatNames.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { formStrings } from "../../../shared/form/form.strings.ts";
import { useReserveText } from "../text/useReserveText.ts";
import css from "./OrderPanel.module.css";

export type ChosenSectionProps = {
  readonly selection: FormSelection;
  /** The event's name. */
  readonly event: string | undefined;
  /** False while the cart above has the primary button. */
  readonly isPrimary: boolean;
};

/** The current selection in the form, and the button for the next step. */
export function ChosenSection({ selection, event, isPrimary }: ChosenSectionProps) {
  const t = useReserveText();
  const form = useText(formStrings);
  const { heading, when, lines, total, action, isBusy } = selection;
  return (
    <PageSection heading={heading} headingId="chosen-title">
      <div>
        <p className={css.event}>{event}</p>
        {when && <p className={css.when}>{when}</p>}
      </div>
      {lines.length > 0 && (
        <Receipt>
          {lines.map((line) => (
            <ReceiptLine
              key={line.id}
              label={line.label}
              note={line.seats && <SeatNames names={line.seats} />}
              amount={line.amount}
            />
          ))}
        </Receipt>
      )}
      <div className={css.foot}>
        {total && (
          <Receipt>
            <ReceiptLine kind="total" label={form("reserve.total")} amount={<output>{total}</output>} />
          </Receipt>
        )}
        <Button
          kind={isPrimary ? "primary" : "quiet"}
          wide
          type="submit"
          form={selection.form}
          data-step={action.step}
          busy={isBusy}
        >
          {action.label}
        </Button>
        <p className={css.note}>{t("reserve.panel.not_charged")}</p>
      </div>
    </PageSection>
  );
}
