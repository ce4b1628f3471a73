import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { cancelPlanAtDesk, movePlan, type PlanMoveQuote, type PlanPage } from "@foyer/contract/office/orders/plans.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../../shared/call.ts";
import { ReasonDialog } from "../../../shared/dialog/ReasonDialog.tsx";
import { DayInput } from "../../../shared/fields/DayInput.tsx";
import { count, formatMoney } from "../../../shared/format/format.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { Fact } from "../../../shared/Page.tsx";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { moveTargetsQuery, SessionField } from "../../orders/dialogs/SessionField.tsx";
import { Instalments } from "./Instalments.tsx";
import { pathOfPlan, planCancelQuery, planMoveQuery, refreshPlan } from "./planQueries.ts";
import recordCss from "../../../shared/styles/Record.module.css";

type PlanDialogProps = {
  readonly plan: PlanPage;
  readonly slug: string;
  readonly onClose: () => void;
  readonly onSettled: (what: string) => void;
};

/** Makes a change and reads the plan again, also after a refusal, which may be because of a change meanwhile. */
const changing = async (slug: string, change: () => Promise<unknown>): Promise<void> => {
  try {
    await change();
  } finally {
    await refreshPlan(slug);
  }
};

export function CancelPlanDialog({ plan, slug, onClose, onSettled }: PlanDialogProps) {
  const { cart_number, version, currency, disputed, paid } = plan;
  const choice = useEmailChoice();
  const { data: quote, error } = useQuery(planCancelQuery(slug, plan));
  const cancel = async (reason: string): Promise<void> => {
    const sent = { ...pathOfPlan(cart_number), version, reason, ...choice.sent };
    const ended = await callOffice(cancelPlanAtDesk, sent, slug);
    onSettled(`It is cancelled, and ${formatMoney(ended.refunded, currency)} is refunded.`);
  };
  return (
    <ReasonDialog
      title="Cancel this payment plan?"
      verb="Cancel and refund"
      done="The plan is cancelled."
      isDestructive
      send={(reason) => changing(slug, () => cancel(reason))}
      onClose={onClose}
    >
      <p>
        Its tickets are free again, and no further instalment can be paid. {formatMoney(paid, currency)} was paid and is
        refunded without a fee{disputed !== "0" && `, except ${formatMoney(disputed, currency)} that is disputed`}. This
        cannot be undone.
      </p>
      <EmailFields
        {...{ choice, noticesTitle }}
        email={quote?.email ?? emailOf(plan)}
        notices={quote?.notices}
        waiting={error ? null : "Its text is being read."}
      />
    </ReasonDialog>
  );
}

const noticesTitle = "They also get:";

/** The recipient while the e-mail's text is read; null if the purchaser has no address. */
const emailOf = ({ email }: PlanPage) => (email === null ? null : { to: email });

/** The events of a plan that have sessions, each once. */
const eventsOf = ({ lines }: PlanPage) => [
  ...new Map(
    lines.flatMap(({ event_template_id, event_session_id, event }) =>
      event_session_id === null ? [] : [[event_template_id, event] as const],
    ),
  ),
];

/** Moves the tickets of an event to another of its sessions, and shows first what becomes of the instalments. */
export function MovePlanDialog({ plan, slug, onClose, onSettled }: PlanDialogProps) {
  const { cart_number } = plan;
  // What was shown when the dialog was opened: the plan is read again while it closes.
  const [{ version }] = useState(plan);
  const events = eventsOf(plan);
  const [event_template_id, setEvent] = useState(events[0]?.[0] ?? "");
  const [day, setDay] = useState("");
  const [event_session_id, setSession] = useState("");
  const targets = useQuery(moveTargetsQuery(slug, { event_template_id, day }));
  const quoted = useQuery(planMoveQuery(slug, { cart_number, version }, event_session_id));
  const quote = event_session_id === "" ? undefined : quoted.data;
  const choice = useEmailChoice();
  const move = async (reason: string): Promise<void> => {
    const { price = "0" } = quote ?? {};
    const sent = { ...pathOfPlan(cart_number), version, event_session_id, price, reason, ...choice.sent };
    const moved = await callOffice(movePlan, sent, slug);
    if (moved.is_paid) onSettled("It is moved and paid in full: it is an order now.");
  };
  return (
    <ReasonDialog
      title="Move this payment plan"
      verb={quote ? `Move ${count(quote.tickets, "ticket")}` : "Move"}
      done="The plan is moved."
      isReady={quote !== undefined}
      send={(reason) => changing(slug, () => move(reason))}
      onClose={onClose}
    >
      {events.length > 1 && (
        <Field label="Event">
          <Select
            value={event_template_id}
            onChange={({ target }) => {
              setEvent(target.value);
              setSession("");
            }}
            options={events.map(([value, label]) => ({ value, label }))}
          />
        </Field>
      )}
      <Field label="To the day" required>
        <DayInput
          value={day}
          onChange={(chosen) => {
            setDay(chosen);
            setSession("");
          }}
        />
      </Field>
      <SessionField targets={targets.data} value={event_session_id} onChoose={setSession} />
      <LoadState query={targets} />
      {event_session_id !== "" && <LoadState query={quoted} />}
      {quote && <Quote quote={quote} />}
      {quote && <EmailFields {...{ choice, noticesTitle }} email={quote.email} notices={quote.notices} />}
    </ReasonDialog>
  );
}

function Quote({
  quote: { before, price, refund, currency, instalments, is_paid },
}: {
  readonly quote: PlanMoveQuote;
}) {
  return (
    <div role="status">
      <dl className={recordCss.facts}>
        <Fact name="Price before">{formatMoney(before, currency)}</Fact>
        <Fact name="Price">{formatMoney(price, currency)}</Fact>
        {refund !== "0" && <Fact name="Refund">{formatMoney(refund, currency)}</Fact>}
      </dl>
      {is_paid ? (
        <p className={recordCss.quiet}>Nothing remains to be paid: the plan becomes an order.</p>
      ) : (
        <Instalments instalments={instalments} currency={currency} />
      )}
    </div>
  );
}
