import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WaitingPayOut } from "@foyer/contract/office/money/counter.ts";
import { payOutRefund } from "@foyer/contract/office/money/counterSales.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { formatMoment, formatMoney } from "../../../shared/format/format.ts";
import { RowOfDialog } from "../../../shared/list/HeldRow.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { Section } from "../../../shared/Page.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { payOutsQuery, refreshTill } from "../saleQueries.ts";
import listsCss from "../../../shared/styles/Lists.module.css";
import css from "./Till.module.css";

/** Refunds of counter sales that wait to be paid out. */
export function PayOuts({ slug, timezone }: { readonly slug: string; readonly timezone: string }) {
  const query = useQuery(payOutsQuery(slug));
  const { data } = query;
  const [chosen, setChosen] = useState<WaitingPayOut>();
  const isWaiting = data?.refunds.some(({ refund_id }) => refund_id === chosen?.refund_id) === true;
  const isGone = data?.is_cut === false && !isWaiting;
  return (
    <Section title="Refunds to pay out">
      <LoadState query={query} />
      {chosen && (
        <RowOfDialog
          isGone={isGone}
          gone="This refund no longer waits: somebody else paid it out. Do not pay it again."
        >
          <PayOutDialog slug={slug} refund={chosen} onClose={() => setChosen(undefined)} />
        </RowOfDialog>
      )}
      {data?.refunds.length === 0 && <p className={css.quiet}>None wait.</p>}
      <ul className={`${listsCss.spread} ${css.moves}`} aria-label="Refunds that wait">
        {data?.refunds.map((refund) => (
          <li key={refund.refund_id}>
            <span>
              {refund.order_number === null ? (
                "Without an order"
              ) : (
                <Link to="/$slug/orders/$number" params={{ slug, number: String(refund.order_number) }}>
                  Order {refund.order_number}
                </Link>
              )}
              {refund.purchaser !== "" && ` · ${refund.purchaser}`}
              <span className={css.quiet}>
                {refund.gateway_id === "cash" ? "Cash" : `Card elsewhere, slip ${refund.slip ?? "unknown"}`} ·{" "}
                {formatMoment(refund.asked_at, timezone)}
              </span>
            </span>
            <Button
              onClick={() => setChosen(refund)}
              aria-label={`Pay out ${formatMoney(refund.amount, refund.currency)} of order ${refund.order_number ?? ""}`}
            >
              Pay out {formatMoney(refund.amount, refund.currency)}
            </Button>
          </li>
        ))}
      </ul>
      {data?.is_cut && <p className={css.quiet}>More wait than are shown.</p>}
    </Section>
  );
}

type PayOutDialogProps = { readonly slug: string; readonly refund: WaitingPayOut; readonly onClose: () => void };

function PayOutDialog({ slug, refund, onClose }: PayOutDialogProps) {
  const { refund_id, amount, currency, gateway_id } = refund;
  const [slip, setSlip] = useState("");
  const isCash = gateway_id === "cash";
  const shown = formatMoney(amount, currency);
  const toast = useToast();
  const { run, isBusy, failure } = useAction(async () => {
    await callOffice(payOutRefund, { refund_id, ...(!isCash && { slip: slip.trim() }) }, slug);
    await refreshTill(slug);
    toast({ text: `${shown} paid out.` });
    onClose();
  });
  return (
    <Dialog title={`Pay out ${shown}`} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {isCash ? (
          <p>Hand over {shown} in cash. It is taken from your till.</p>
        ) : (
          <Field
            label="Slip number of the refund"
            hint={`Refund the card of slip ${refund.slip ?? "unknown"} at the terminal first.`}
            required
          >
            <TextInput
              value={slip}
              maxLength={40}
              autoComplete="off"
              onChange={({ target }) => setSlip(target.value)}
            />
          </Field>
        )}
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy} disabled={!isCash && slip.trim() === ""}>
          {isCash ? `Pay out ${shown} in cash` : `Pay out ${shown}`}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
