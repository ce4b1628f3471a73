import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { moveDeskTickets, quoteDeskMove } from "@foyer/contract/office/deskActions.ts";
import { listMoveTargets } from "@foyer/contract/office/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog, DialogActions } from "../../../shared/Dialog.tsx";
import { dayOfVisit, formatMoney, formatVisit } from "../../../shared/format.ts";
import { Line, pathOf, Quote, ReasonField, useOrderAction, useReason, type OrderDialogProps } from "./orderDialog.tsx";
import css from "./orderDialog.module.css";

/** What is chosen, what it comes to, and the move itself. */
const useMove = ({ order, slug, tickets, can, onClose }: OrderDialogProps) => {
  const [first] = tickets;
  const event_template_id = first?.event_template_id ?? "";
  const [day, setDay] = useState(first?.visit ? dayOfVisit(first.visit) : "");
  const [event_session_id, setSession] = useState("");
  const [ticket_type_id, setType] = useState("");
  const [isWaived, setWaived] = useState(false);
  const [reason, setReason] = useReason();
  // Only tickets of one event move together.
  const ids = tickets.filter((ticket) => ticket.event_template_id === event_template_id).map(({ id }) => id);
  const { data: targets } = useQuery({
    queryKey: ["move-targets", slug, event_template_id, day],
    queryFn: () => callOffice(listMoveTargets, { event_template_id, day }, slug),
    enabled: day !== "" && event_template_id !== "",
  });
  const to = { event_session_id, ...(ticket_type_id !== "" && { ticket_type_id }) };
  const { data: quote, error } = useQuery({
    queryKey: ["move-quote", slug, order.order_number, order.version, ids, to],
    queryFn: () =>
      callOffice(quoteDeskMove, { ...pathOf(order), ...to, tickets: ids.join(","), money: "refund" }, slug),
    enabled: event_session_id !== "",
    retry: false,
  });
  const { run, isBusy, failure } = useOrderAction(
    { order, slug, onClose },
    "Moved. The purchaser gets the new tickets.",
    () =>
      callOffice(
        moveDeskTickets,
        {
          ...pathOf(order),
          ...to,
          version: order.version,
          tickets: ids,
          money: "refund",
          waive_difference: isWaived,
          reason,
        },
        slug,
      ),
  );
  const due = Number(quote?.due ?? 0);
  const isAllowed = quote?.beyond_policy === null || can("order.override");
  const isReady = quote !== undefined && isAllowed && (due === 0 || isWaived) && reason.trim() !== "";
  const chooseDay = (chosen: string): void => {
    setDay(chosen);
    setSession("");
  };
  return {
    target: { day, event_session_id, ticket_type_id, targets, chooseDay, setSession, setType },
    waiver: { due, isWaived, setWaived },
    count: ids.length === 1 ? "1 ticket" : `${ids.length} tickets`,
    quote,
    error,
    reason,
    setReason,
    isAllowed,
    isReady,
    run,
    isBusy,
    failure,
  };
};

/** Moving tickets to another session or type, with the difference shown before. Until it is done the old ones stay good. */
export function MoveDialog(props: OrderDialogProps) {
  const { order, can, onClose } = props;
  const move = useMove(props);
  const { quote, waiver, count } = move;
  return (
    <Dialog title={`Move ${count}`} isWide onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (move.isReady) void move.run();
        }}
      >
        <TargetFields target={move.target} currency={order.currency} />
        {quote && (
          <Quote quote={quote} currency={order.currency}>
            <Line name="New tickets" value={formatMoney(quote.added, order.currency)} />
            {waiver.due > 0 && <Line name="Difference" value={formatMoney(quote.due, order.currency)} isTotal />}
          </Quote>
        )}
        {waiver.due > 0 &&
          (can("order.override") ? (
            <Checkbox
              label={`Waive the difference of ${formatMoney(quote?.due ?? "0", order.currency)}`}
              checked={waiver.isWaived}
              onChange={({ target }) => waiver.setWaived(target.checked)}
            />
          ) : (
            <Banner tone="warning">The new tickets cost more. A manager can waive the difference.</Banner>
          ))}
        {move.error && <Banner tone="error">{move.error.message}</Banner>}
        {!move.isAllowed && <Banner tone="warning">You need a manager for this.</Banner>}
        <ReasonField value={move.reason} onChange={move.setReason} />
        {move.failure && <Banner tone="error">{move.failure.message}</Banner>}
        <DialogActions>
          <Button onClick={onClose}>Keep them</Button>
          <Button kind="primary" type="submit" busy={move.isBusy} disabled={!move.isReady}>
            Move {count}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type TargetFieldsProps = { readonly target: ReturnType<typeof useMove>["target"]; readonly currency: string };

/** The day, the session and the ticket type that tickets are moved to. */
function TargetFields({ target, currency }: TargetFieldsProps) {
  const { day, event_session_id, ticket_type_id, targets, chooseDay, setSession, setType } = target;
  return (
    <div className={css.pair}>
      <Field label="Day" required>
        <TextInput type="date" value={day} onChange={({ currentTarget }) => chooseDay(currentTarget.value)} />
      </Field>
      <Field
        label="Time"
        required
        hint={targets?.sessions.length === 0 ? "Nothing takes place on this day." : undefined}
      >
        <Select
          value={event_session_id}
          onChange={({ currentTarget }) => setSession(currentTarget.value)}
          placeholder="Choose"
          options={
            targets?.sessions.map(({ left, ...session }) => ({
              value: session.event_session_id,
              label: `${formatVisit(session)}${left === null ? "" : left === 0 ? " · full" : ` · ${left} left`}`,
            })) ?? []
          }
        />
      </Field>
      <Field label="Ticket type">
        <Select
          value={ticket_type_id}
          onChange={({ currentTarget }) => setType(currentTarget.value)}
          placeholder="As they are"
          options={
            targets?.types.map(({ ticket_type_id: value, name, price }) => ({
              value,
              label: `${name} · ${formatMoney(price, currency)}`,
            })) ?? []
          }
        />
      </Field>
    </div>
  );
}
