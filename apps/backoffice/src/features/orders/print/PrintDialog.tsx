import { useState } from "react";
import { printDeskTickets, type DeskPrintedTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { pathOf, type OrderDialogProps } from "../dialogs/orderDialog.tsx";
import css from "../dialogs/orderDialog.module.css";
import { Printing } from "./Printing.tsx";
import { PrintSheet, type Paper, type PrintedThing } from "./PrintSheet.tsx";

/** Chooses what to print, and the paper: a page (A4 or letter, as the printer has it) or a roll of 80 mm. */
export function PrintDialog({ order, slug, can, onClose }: OrderDialogProps) {
  const [thing, setThing] = useState<PrintedThing>("order");
  const [paper, setPaper] = useState<Paper>("page");
  const [tickets, setTickets] = useState<readonly DeskPrintedTicket[]>();
  const { run, isBusy, failure } = useAction(async () => {
    const printed = thing === "tickets" ? await callOffice(printDeskTickets, pathOf(order), slug) : { tickets: [] };
    setTickets(printed.tickets);
  });
  return (
    <Dialog title="Print" onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className={css.pair}>
          <Field label="What">
            <Select
              value={thing}
              onChange={({ target }) => setThing(target.value as PrintedThing)}
              options={[
                { value: "order", label: "The order" },
                { value: "tickets", label: "The tickets", disabled: !can("order.resend") },
                { value: "receipt", label: "The receipt" },
              ]}
            />
          </Field>
          <Field label="Paper">
            <Select
              value={paper}
              onChange={({ target }) => setPaper(target.value as Paper)}
              options={[
                { value: "page", label: "A4 or letter" },
                { value: "roll", label: "80 mm roll" },
              ]}
            />
          </Field>
        </div>
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy}>
          Print
        </SubmitActions>
      </form>
      {tickets && (
        <Printing onDone={() => setTickets(undefined)}>
          <PrintSheet order={order} slug={slug} tickets={tickets} thing={thing} paper={paper} />
        </Printing>
      )}
    </Dialog>
  );
}
