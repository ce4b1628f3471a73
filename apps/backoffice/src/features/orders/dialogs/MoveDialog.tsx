import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  moveDeskTickets,
  offerDeskMove,
  offerMinutes,
  quoteDeskMove,
} from "@foyer/contract/office/orders/deskMoves.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { CallError, callOffice } from "../../../shared/call.ts";
import { DayInput } from "../../../shared/fields/DayInput.tsx";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { count, dayOfVisit, formatMoney } from "../../../shared/format/format.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { emailTo } from "./useOrderEmail.ts";
import { Line, pathOf, Quote, ReasonField, useOrderAction, useReason, type OrderDialogProps } from "./orderDialog.tsx";
import { moveTargetsQuery, SessionField } from "./SessionField.tsx";
import { TicketsGone } from "./TicketsGone.tsx";
import css from "./orderDialog.module.css";

/** Refusals because a session or group has too few places left. */
const fullCodes: ReadonlySet<string> = new Set([
  "event_session_sold_out",
  "session_capacity_exceeded",
  "ticket_group_sold_out",
  "ticket_group_capacity_exceeded",
]);

/** The choices, the quote, and the move. */
const useMove = ({ order, slug, tickets, can, onClose }: OrderDialogProps) => {
  const [first] = tickets;
  const event_template_id = first?.event_template_id ?? "";
  const [day, setDay] = useState(first?.visit ? dayOfVisit(first.visit) : "");
  const [event_session_id, setSession] = useState("");
  const [ticket_type_id, setType] = useState("");
  // A link needs somebody to send it to.
  const hasAddress = order.purchaser.email !== null;
  const [means, setMeans] = useState<"link" | "gift_card" | "waive">(hasAddress ? "link" : "gift_card");
  const [number, setNumber] = useState("");
  const [oversells, setOversells] = useState(false);
  const choice = useEmailChoice();
  const [reason, setReason] = useReason();
  // Only tickets of one event can be moved together.
  const ids = tickets.filter((ticket) => ticket.event_template_id === event_template_id).map(({ id }) => id);
  const targetsOfDay = useQuery(moveTargetsQuery(slug, { event_template_id, day }));
  const to = { event_session_id, ...(ticket_type_id !== "" && { ticket_type_id }) };
  const isOversold = oversells && can("order.override");
  const quoted = useQuery({
    queryKey: ["move-quote", slug, order.order_number, order.version, ids, to, isOversold, means],
    queryFn: () => {
      const beyond = isOversold && { oversells: "true" as const };
      const difference = means === "gift_card" ? {} : ({ difference: means === "link" ? "link" : "waived" } as const);
      const sent = {
        ...pathOf(order),
        ...to,
        ...beyond,
        ...difference,
        tickets: ids.join(","),
        money: "refund" as const,
      };
      return callOffice(quoteDeskMove, sent, slug);
    },
    // The old quote stays visible until the new one is loaded, so that the layout does not jump; nothing can be sent
    // meanwhile.
    placeholderData: (before) => before,
    enabled: event_session_id !== "" && ids.length > 0,
    retry: false,
  });
  const { data: quote, error, isPlaceholderData: isOutdated } = quoted;
  const due = Number(quote?.due ?? 0);
  const isOffered = due > 0 && means !== "waive";
  const done =
    isOffered && means === "link"
      ? `The link is on its way. The new tickets are held for ${offerMinutes} minutes.`
      : "Moved. The purchaser gets the new tickets.";
  const { run, isBusy, failure } = useOrderAction({ order, slug, onClose }, done, () => {
    const sent = {
      ...pathOf(order),
      ...to,
      version: order.version,
      tickets: ids,
      money: "refund" as const,
      reason,
      ...choice.sent,
      ...(isOversold && { oversells: true }),
    };
    if (!isOffered) return callOffice(moveDeskTickets, { ...sent, waive_difference: due > 0 }, slug);
    const pay_by = means === "link" ? { means } : { means: "gift_card" as const, number };
    return callOffice(offerDeskMove, { ...sent, due: quote?.due ?? "0", pay_by }, slug);
  });
  const isAllowed = quote?.beyond_policy === null || can("order.override");
  const hasMeans = due === 0 || means !== "gift_card" || number.trim() !== "";
  const isReady = quote !== undefined && !isOutdated && isAllowed && hasMeans && reason.trim() !== "";
  const chooseDay = (chosen: string): void => {
    setDay(chosen);
    setSession("");
    setOversells(false);
  };
  const isFull = error instanceof CallError && fullCodes.has(error.code);
  return {
    target: { day, event_session_id, ticket_type_id, targets: targetsOfDay.data, chooseDay, setSession, setType },
    targetsOfDay,
    difference: {
      due: quote?.due ?? "0",
      isDue: due > 0,
      isLink: due > 0 && means === "link",
      isGiftCard: due > 0 && means === "gift_card",
      means,
      setMeans,
      number,
      setNumber,
    },
    count: count(ids.length, "ticket"),
    quote,
    quoted,
    full: isFull ? error.message : undefined,
    beyond: { isShown: can("order.override") && (isFull || isOversold), isOversold, setOversells },
    choice,
    reason,
    setReason,
    isAllowed,
    isReady,
    run,
    isBusy,
    failure,
  };
};

/**
 * Moves tickets to another session or type, and shows the difference first. The old tickets stay valid until the move is
 * complete.
 */
export function MoveDialog(props: OrderDialogProps) {
  const { order, can, onClose } = props;
  const move = useMove(props);
  const { quote, difference, count } = move;
  if (props.tickets.length === 0 && !move.isBusy) return <TicketsGone onClose={onClose} />;
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
        <LoadState query={move.targetsOfDay} />
        {quote && (
          <Quote quote={quote} order={order} mayOverride={can("order.override")} added={quote.added}>
            <Line name="New tickets" value={formatMoney(quote.added, order.currency)} />
            {difference.isDue && <Line name="Difference" value={formatMoney(quote.due, order.currency)} isTotal />}
          </Quote>
        )}
        {difference.isDue && (
          <DifferenceFields difference={difference} email={order.purchaser.email} mayWaive={can("order.override")} />
        )}
        {move.beyond.isShown && (
          <Checkbox
            label="Sell beyond what is left. It is written to the audit log."
            checked={move.beyond.isOversold}
            onChange={({ target }) => move.beyond.setOversells(target.checked)}
          />
        )}
        {move.full === undefined ? <LoadState query={move.quoted} /> : <Banner tone="error">{move.full}</Banner>}
        <ReasonField value={move.reason} onChange={move.setReason} />
        {!difference.isGiftCard && (
          <EmailFields
            choice={move.choice}
            email={quote ? quote.email : emailTo(order)}
            waiting="Its text is shown once a session is chosen."
            notices={quote?.notices}
            isNeeded={difference.isLink}
          />
        )}
        {move.failure && <Banner tone="error">{move.failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Keep them" busy={move.isBusy} disabled={!move.isReady}>
          {difference.isLink ? `Send link and hold ${offerMinutes} min` : `Move ${count}`}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

type DifferenceFieldsProps = {
  readonly difference: ReturnType<typeof useMove>["difference"];
  readonly email: string | null;
  readonly mayWaive: boolean;
};

/** How the difference is settled: by a link, with a gift card at once, or waived. */
function DifferenceFields({ difference, email, mayWaive }: DifferenceFieldsProps) {
  const { means, setMeans, number, setNumber } = difference;
  return (
    <div className={css.pair}>
      <Field
        label="The difference is"
        hint={
          means === "link"
            ? `${email ?? "The purchaser"} gets a link to pay. The old tickets stay valid until then.`
            : email === null
              ? "The purchaser has no email address for a link. It can be added under Correct."
              : undefined
        }
      >
        <Select
          value={means}
          onChange={({ currentTarget }) => setMeans(currentTarget.value as typeof means)}
          options={[
            { value: "link", label: "Paid by a link", disabled: email === null },
            { value: "gift_card", label: "Paid with a gift card now" },
            { value: "waive", label: "Waived", disabled: !mayWaive },
          ]}
        />
      </Field>
      {means === "gift_card" && (
        <Field label="Gift card number" required>
          <TextInput
            value={number}
            autoComplete="off"
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        </Field>
      )}
    </div>
  );
}

type TargetFieldsProps = { readonly target: ReturnType<typeof useMove>["target"]; readonly currency: string };

/** The target of the move: the day, the session and the ticket type. */
function TargetFields({ target, currency }: TargetFieldsProps) {
  const { day, event_session_id, ticket_type_id, targets, chooseDay, setSession, setType } = target;
  return (
    <div className={css.pair}>
      <Field label="Day" required>
        <DayInput value={day} onChange={chooseDay} />
      </Field>
      <SessionField targets={targets} value={event_session_id} onChoose={setSession} />
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
