import { useState } from "react";
import { flushSync } from "react-dom";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { makeCompOrder, previewCompEmail } from "@foyer/contract/office/orders/compOrders.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { DayInput } from "../../../shared/fields/DayInput.tsx";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { filtersQuery } from "../orderQueries.ts";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { ReasonField, useReason } from "./orderDialog.tsx";
import { moveTargetsQuery, SessionField } from "./SessionField.tsx";
import { useAskedPreview } from "./useAskedPreview.ts";
import css from "./orderDialog.module.css";

type CompDialogProps = { readonly slug: string; readonly onClose: () => void };

/** The event, the day, the time, and the number of tickets by type. */
const useWanted = (slug: string) => {
  const [event_template_id, setEvent] = useState("");
  const [day, setDay] = useState("");
  const [event_session_id, setSession] = useState("");
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const filters = useQuery(filtersQuery(slug));
  const targets = useQuery(moveTargetsQuery(slug, { event_template_id, day }));
  const tickets = [...counts].flatMap(([ticket_type_id, quantity]) =>
    quantity > 0 ? [{ ticket_type_id, quantity }] : [],
  );
  return {
    event_template_id,
    day,
    event_session_id,
    counts,
    events: filters.data?.events ?? [],
    targets: targets.data,
    loading: [filters, targets],
    tickets,
    total: tickets.reduce((sum, { quantity }) => sum + quantity, 0),
    chooseEvent: (id: string) => {
      setEvent(id);
      setSession("");
      setCounts(new Map());
    },
    chooseDay: (chosen: string) => {
      setDay(chosen);
      setSession("");
    },
    setSession,
    setCount: (id: string, quantity: number) => setCounts(new Map(counts).set(id, quantity)),
  };
};

/** Gives tickets away, with a recipient and a reason. */
export function CompDialog({ slug, onClose }: CompDialogProps) {
  const wanted = useWanted(slug);
  const [first_name, setFirst] = useState("");
  const [last_name, setLast] = useState("");
  const [email, setEmail] = useState("");
  const [reason, setReason] = useReason();
  const choice = useEmailChoice();
  const address = email.trim();
  const navigate = useNavigate();
  const toast = useToast();
  const { run, isBusy, failure, errorOf } = useAction(async () => {
    const { event_template_id, event_session_id, tickets } = wanted;
    const to = { first_name, last_name, email: address || null, reason };
    const email_choice = address === "" ? undefined : choice.sent.email;
    const made = await callOffice(
      makeCompOrder,
      { event_template_id, event_session_id, tickets, ...to, ...(email_choice && { email_choice }) },
      slug,
    );
    toast({ text: "Given away." });
    // Closed first, since an open dialog asks before its input is left.
    flushSync(onClose);
    await navigate({ to: "/$slug/orders/$number", params: { slug, number: String(made.order_number) } });
  });
  const { event_template_id, event_session_id, tickets } = wanted;
  const preview = useAskedPreview(
    { event_template_id, event_session_id, tickets, first_name, last_name, email: address },
    async (sent) => (await callOffice(previewCompEmail, sent, slug)).email ?? undefined,
  );
  const isNamed = first_name.trim() !== "" && last_name.trim() !== "";
  const isChosen = wanted.event_session_id !== "" && wanted.total > 0 && isNamed;
  const isReady = isChosen && reason.trim() !== "";
  const fields = ["first_name", "last_name", "email"];
  const isAtField = failure?.fields.some((field) => fields.includes(field));
  return (
    <Dialog title="Give tickets away" isWide onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void run();
        }}
      >
        <WantedFields wanted={wanted} />
        {wanted.loading.map((query, index) => (
          <LoadState key={index} query={query} />
        ))}
        <div className={css.pair}>
          <Field label="First name" error={errorOf("first_name")} required>
            <TextInput value={first_name} maxLength={50} onChange={({ target }) => setFirst(target.value)} />
          </Field>
          <Field label="Last name" error={errorOf("last_name")} required>
            <TextInput value={last_name} maxLength={50} onChange={({ target }) => setLast(target.value)} />
          </Field>
        </div>
        <Field label="Email address" hint="Without one, print the tickets." error={errorOf("email")}>
          <TextInput type="email" value={email} maxLength={254} onChange={({ target }) => setEmail(target.value)} />
        </Field>
        {address !== "" && <EmailFields choice={choice} email={preview.reply ?? { to: address }} waiting={null} />}
        {address !== "" && choice.isSent && !preview.reply && (
          <Button size="small" busy={preview.isBusy} disabled={!isChosen} onClick={() => void preview.run()}>
            Show the email
          </Button>
        )}
        {preview.failure && <Banner tone="error">{preview.failure.message}</Banner>}
        <ReasonField value={reason} onChange={setReason} />
        {failure && !isAtField && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy} disabled={!isReady}>
          {wanted.total === 0 ? "Give tickets away" : `Give ${count(wanted.total, "ticket")} away`}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

function WantedFields({ wanted }: { readonly wanted: ReturnType<typeof useWanted> }) {
  const { events, targets, counts, chooseEvent, chooseDay, setSession, setCount } = wanted;
  return (
    <>
      <div className={css.pair}>
        <Field label="Event" required>
          <Select
            value={wanted.event_template_id}
            onChange={({ currentTarget }) => chooseEvent(currentTarget.value)}
            placeholder="Choose"
            options={events.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field label="Day" required>
          <DayInput value={wanted.day} onChange={chooseDay} />
        </Field>
        <SessionField targets={targets} value={wanted.event_session_id} onChoose={setSession} />
      </div>
      {targets && targets.types.length > 0 && (
        <div className={css.pair}>
          {targets.types.map(({ ticket_type_id, name }) => (
            <Field key={ticket_type_id} label={name}>
              <TextInput
                type="number"
                min={0}
                max={100}
                value={String(counts.get(ticket_type_id) ?? 0)}
                onChange={({ currentTarget }) =>
                  setCount(ticket_type_id, Math.max(0, Math.min(100, Math.trunc(Number(currentTarget.value) || 0))))
                }
              />
            </Field>
          ))}
        </div>
      )}
    </>
  );
}
