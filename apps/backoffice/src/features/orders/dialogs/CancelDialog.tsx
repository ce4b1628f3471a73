import { useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { cancelDeskTickets, quoteDeskCancel } from "@foyer/contract/office/orders/deskActions.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog, DialogActions } from "../../../shared/dialog/Dialog.tsx";
import { count, formatMoney } from "../../../shared/format/format.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { oneOf } from "../preparedAction.ts";
import { AddOnChoice, addOnChoices } from "./AddOnChoice.tsx";
import { AskColleague } from "./AskColleague.tsx";
import { EmailFields, useEmailChoice } from "./EmailFields.tsx";
import { pathOf, Quote, ReasonField, useOrderAction, useReason, type OrderDialogProps } from "./orderDialog.tsx";
import { destinations, refundDestinations } from "./refundDestinations.ts";
import css from "./orderDialog.module.css";

const moneyChoices = ["refund", "waive_fee", "keep_all"] as const;
type Money = (typeof moneyChoices)[number];

/** Cancels tickets: asks how much is refunded and to where, and shows the resulting amounts. */
export function CancelDialog({ order, slug, tickets, can, prepared, onClose }: OrderDialogProps) {
  const [money, setMoney] = useState<Money>(oneOf(moneyChoices, prepared.money));
  const [refund_to, setDestination] = useState(oneOf(destinations, prepared.refund_to));
  const [add_ons, setAddOns] = useState(oneOf(addOnChoices, prepared.add_ons));
  const [reason, setReason] = useReason();
  const choice = useEmailChoice();
  const ids = tickets.map(({ id }) => id);
  const quoted = useQuery({
    queryKey: ["cancel-quote", slug, order.order_number, order.version, ids, money, refund_to, add_ons],
    queryFn: () =>
      callOffice(quoteDeskCancel, { ...pathOf(order), tickets: ids.join(","), money, refund_to, add_ons }, slug),
    // The chosen option keeps the focus while its amounts are read.
    placeholderData: keepPreviousData,
  });
  const quote = quoted.data;
  const isReady = quote !== undefined && !quoted.isPlaceholderData;
  const { run, isBusy, failure } = useOrderAction({ order, slug, onClose }, "Cancelled.", () =>
    callOffice(
      cancelDeskTickets,
      {
        ...pathOf(order),
        version: order.version,
        tickets: ids,
        money,
        refund_to,
        add_ons,
        reason,
        ...choice.sent,
        expected: { refund: quote?.refund ?? "0", gift_card: quote?.gift_card ?? "0" },
      },
      slug,
    ),
  );
  const isAllowed = quote?.beyond_policy === null || can("order.override");
  const back = sumDecimals([quote?.refund ?? "0", quote?.gift_card ?? "0"], order.currency);
  const verb = `Cancel ${count(quote?.tickets.length ?? ids.length, "ticket")}`;
  return (
    <Dialog title={verb} isWide onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && isAllowed && reason.trim() !== "") void run();
        }}
      >
        <div className={css.pair}>
          <Field label="Money">
            <Select
              value={money}
              onChange={({ target }) => setMoney(target.value as Money)}
              options={[
                { value: "refund", label: "Give back by the policy" },
                { value: "waive_fee", label: "Give everything back", disabled: !can("order.override") },
                { value: "keep_all", label: "Give nothing back", disabled: !can("order.override") },
              ]}
            />
          </Field>
          {money !== "keep_all" && (
            <Field label="Goes to">
              <Select
                value={refund_to}
                onChange={({ target }) => setDestination(target.value as "same_means")}
                options={refundDestinations}
              />
            </Field>
          )}
        </div>
        <LoadState query={quoted} skeleton="tile" />
        {quote && <Quote quote={quote} order={order} hasOwnAlong />}
        {quote && <AddOnChoice quote={quote} order={order} value={add_ons} onChange={setAddOns} />}
        {Number(back) > 0 && (
          <AskColleague
            order={order}
            slug={slug}
            prepared={{
              do: "cancel",
              tickets: ids.join(","),
              money,
              refund_to,
              ...(add_ons === "stay" && { add_ons }),
            }}
          />
        )}
        {!isAllowed && <Banner tone="warning">You need a manager for this.</Banner>}
        <ReasonField value={reason} onChange={setReason} />
        <EmailFields choice={choice} email={quote?.email} notices={quote?.notices} />
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <p>Their places are free at once.</p>
        <DialogActions>
          <Button onClick={onClose}>Keep them</Button>
          <Button kind="danger" type="submit" busy={isBusy} disabled={!isReady || !isAllowed || reason.trim() === ""}>
            {Number(back) > 0 ? `${verb}, give back ${formatMoney(back, order.currency)}` : verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
