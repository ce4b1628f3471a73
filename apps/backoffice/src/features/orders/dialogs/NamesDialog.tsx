import { useState } from "react";
import { correctAttendees } from "@foyer/contract/office/orders/deskActions.ts";
import type { DeskOrder, DeskTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { nameOf } from "../ticketName.ts";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { useOrderEmail } from "./useOrderEmail.ts";
import { pathOf, useOrderAction, type OrderDialogProps } from "./orderDialog.tsx";
import css from "./orderDialog.module.css";

/** Tickets with a name that the buyer has not sent on. */
export const namedTickets = ({ tickets }: Pick<DeskOrder, "tickets">): readonly DeskTicket[] =>
  tickets.filter(({ asks, state, is_sent_on }) => asks !== null && state === "booked" && !is_sent_on);

type Named = { readonly name: string; readonly email: string };
const namedOn = ({ admit_name, admit_email }: DeskTicket): Named => ({
  name: admit_name ?? "",
  email: admit_email ?? "",
});

/** Corrects the names on tickets. Only changes are sent. */
export function NamesDialog({ order, slug, onClose }: OrderDialogProps) {
  const tickets = namedTickets(order);
  const choice = useEmailChoice();
  const preview = useOrderEmail({ order, slug }, { change: "order_update" });
  const [typed, setTyped] = useState<ReadonlyMap<string, Named>>(new Map());
  const valueOf = (ticket: DeskTicket): Named => typed.get(ticket.id) ?? namedOn(ticket);
  const changed = tickets.filter((ticket) => {
    const [before, after] = [namedOn(ticket), valueOf(ticket)];
    return before.name !== after.name.trim() || before.email !== after.email.trim();
  });
  const { run, isBusy, failure } = useOrderAction(
    { order, slug, onClose },
    "Corrected. The purchaser gets the tickets again.",
    () =>
      callOffice(
        correctAttendees,
        {
          ...pathOf(order),
          version: order.version,
          ...choice.sent,
          tickets: changed.map((ticket) => {
            const { name, email } = valueOf(ticket);
            const isEmailAsked = ticket.asks?.email !== "hidden";
            return { ticket_id: ticket.id, admit_name: name, ...(isEmailAsked && { admit_email: email }) };
          }),
        },
        slug,
      ),
  );
  return (
    <Dialog title="Correct names on tickets" isWide onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length > 0) void run();
        }}
      >
        {tickets.map((ticket, index) => {
          const value = valueOf(ticket);
          const set = (next: Partial<Named>) => setTyped(new Map(typed).set(ticket.id, { ...value, ...next }));
          return (
            <fieldset key={ticket.id} className={css.ticket}>
              <legend>
                Ticket {index + 1}: {nameOf({ ...ticket, admit_name: null })}
              </legend>
              <div className={css.pair}>
                <Field label="Name" required={ticket.asks?.name === "required"}>
                  <TextInput
                    value={value.name}
                    maxLength={100}
                    onChange={({ target }) => set({ name: target.value })}
                  />
                </Field>
                {ticket.asks?.email !== "hidden" && (
                  <Field label="Email address" required={ticket.asks?.email === "required"}>
                    <TextInput
                      type="email"
                      value={value.email}
                      maxLength={254}
                      onChange={({ target }) => set({ email: target.value })}
                    />
                  </Field>
                )}
              </div>
            </fieldset>
          );
        })}
        <EmailFields choice={choice} {...preview} />
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy} disabled={changed.length === 0}>
          Save
        </SubmitActions>
      </form>
    </Dialog>
  );
}
