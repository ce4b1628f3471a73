import { useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { cancelDeskTickets, quoteDeskCancel } from "@foyer/contract/office/orders/deskActions.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { count, formatMoney } from "../../../shared/format/format.ts";
import { oneOf } from "../preparedAction.ts";
import { AddOnChoice, addOnChoices } from "./AddOnChoice.tsx";
import { AskColleague } from "./AskColleague.tsx";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { emailTo } from "./useOrderEmail.ts";
import {
  AwaitedQuote,
  pathOf,
  Quote,
  ReasonField,
  useOrderAction,
  useReason,
  type OrderDialogProps,
} from "./orderDialog.tsx";
import { destinations, refundDestinations } from "./refundDestinations.ts";
import { TicketsGone } from "./TicketsGone.tsx";
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
    enabled: ids.length > 0,
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
  if (ids.length === 0 && !isBusy) return <TicketsGone onClose={onClose} />;
  return (
    <Dialog title={verb} isWide onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && isAllowed && reason.trim() !== "") void run();
        }}
      >
        <MoneyFields
          {...{ money, refund_to }}
          mayOverride={can("order.override")}
          onMoney={setMoney}
          onDestination={setDestination}
        />
        {quote ? (
          <Quote quote={quote} order={order} hasOwnAlong mayOverride={can("order.override")} />
        ) : (
          <AwaitedQuote query={quoted} mayOverride={can("order.override")} />
        )}
        {quote && <AddOnChoice quote={quote} order={order} value={add_ons} onChange={setAddOns} />}
        {(!quote || Number(back) > 0) && (
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
        <ReasonField value={reason} onChange={setReason} />
        <EmailFields
          choice={choice}
          email={quote ? quote.email : emailTo(order)}
          notices={quote?.notices}
          awaitsNotice={money !== "keep_all"}
        />
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <p>Their places are free at once.</p>
        <SubmitActions
          onCancel={onClose}
          cancel="Keep them"
          kind="danger"
          busy={isBusy}
          disabled={!isReady || !isAllowed || reason.trim() === ""}
        >
          {Number(back) > 0 ? `${verb}, refund ${formatMoney(back, order.currency)}` : verb}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

type Destination = (typeof destinations)[number];
type MoneyFieldsProps = {
  readonly money: Money;
  readonly refund_to: Destination;
  readonly mayOverride: boolean;
  readonly onMoney: (money: Money) => void;
  readonly onDestination: (to: Destination) => void;
};

/** Chooses what is refunded, and where the money goes. */
function MoneyFields({ money, refund_to, mayOverride, onMoney, onDestination }: MoneyFieldsProps) {
  return (
    <div className={css.pair}>
      <Field label="Money">
        <Select
          value={money}
          onChange={({ target }) => onMoney(target.value as Money)}
          options={[
            { value: "refund", label: "Refund by the policy" },
            { value: "waive_fee", label: "Refund everything", disabled: !mayOverride },
            { value: "keep_all", label: "Refund nothing", disabled: !mayOverride },
          ]}
        />
      </Field>
      <Field label="Refund to">
        <Select
          value={refund_to}
          disabled={money === "keep_all"}
          onChange={({ target }) => onDestination(target.value as Destination)}
          options={refundDestinations}
        />
      </Field>
    </div>
  );
}
