import { useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type PaymentPage } from "@foyer/contract/office/money/money.ts";
import { addMoneyNote } from "@foyer/contract/office/money/moneyActions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { callOffice } from "../../shared/call.ts";
import { AskBeforeLeaving } from "../../shared/dialog/Dialog.tsx";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { HeldRow, useHeldRows } from "../../shared/list/HeldRow.tsx";
import { Fact, OfficePage, Section } from "../../shared/Page.tsx";
import { describeMeans } from "../../shared/format/describeMeans.ts";
import { meQuery, useOwnSeller } from "../../shared/queries.ts";
import { Disputes } from "./Disputes.tsx";
import { paymentQuery, refreshMoney } from "./moneyQueries.ts";
import { PaymentActions } from "./PaymentActions.tsx";
import { PaymentGone } from "./PaymentGone.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

const route = "/signed-in/$slug/money/payments/$payment" as const;

/** A payment: its states, attempts, what it paid for, and what was refunded. */
export function PaymentScreen() {
  const { slug, payment: id } = useParams({ from: route });
  const { data: me } = useQuery(meQuery);
  const { timezone, can } = useOwnSeller(slug);
  const query = useQuery(paymentQuery(slug, id));
  const { data: payment } = query;
  const mayAct = can("money.act");
  const shown = { slug, timezone };
  return (
    <OfficePage
      title="Payment"
      actions={
        <Link className={recordCss.link} to="/$slug/money" params={{ slug }}>
          All money that needs attention
        </Link>
      }
    >
      <LoadState query={query} skeleton="control" count={4} />
      {payment && (
        <>
          <Section title="State">
            <Facts payment={payment} {...shown} />
            {payment.review.map(({ reason, what, help, since, sum, detail }) => (
              <Banner key={`${reason} ${detail}`} tone="warning">
                This payment {what.startsWith("the ") || what.startsWith("an ") ? "needs attention: " : "was "}
                {what} ({formatMoney(sum, payment.currency)}, {formatMoment(since, shown.timezone)}
                {detail !== null && `, ${detail}`}). What to do: {help}.
              </Banner>
            ))}
            {mayAct && <OpenActions payment={payment} slug={slug} myId={me?.id ?? ""} />}
          </Section>
          <Disputes payment={payment} timezone={shown.timezone} />
          <PaidFor payment={payment} />
          <Refunds payment={payment} {...shown} />
          <History payment={payment} {...shown} />
          <PaymentNotes payment={payment} {...shown} mayWrite={mayAct} />
        </>
      )}
    </OfficePage>
  );
}

type OpenActionsProps = { readonly payment: PaymentPage; readonly slug: string; readonly myId: string };

/** The actions of a payment that needs attention. */
function OpenActions({ payment, slug, myId }: OpenActionsProps) {
  const actions = useHeldRows(payment.can.length > 0 ? [payment] : [], ({ id }) => id);
  return actions.rows.map((row) => (
    <HeldRow key={row.id} of={actions} row={row} gone={<PaymentGone slug={slug} payment={{ payment_id: row.id }} />}>
      <PaymentActions payment={{ ...row, payment_id: row.id, reviews: row.review }} slug={slug} myId={myId} />
    </HeldRow>
  ));
}

type PartProps = { readonly payment: PaymentPage; readonly slug: string; readonly timezone: string };

function Facts({ payment, slug, timezone }: PartProps) {
  const { state, amount, refunded, currency, gateway_id, means, order_number, cart_number } = payment;
  const { provider_ref, provider_url, created_at, failure, is_test } = payment;
  return (
    <dl className={recordCss.facts}>
      <Fact name="Amount">
        {formatMoney(amount, currency)} {is_test && <Tag tone="warning">Test: no money moved</Tag>}
      </Fact>
      <Fact name="Refunded">{formatMoney(refunded, currency)}</Fact>
      <Fact name="State">
        {state}
        {failure !== null && <span className={recordCss.quiet}>{failure}</span>}
      </Fact>
      <Fact name="Paid with">{describeMeans(means, gateway_id)}</Fact>
      <Fact name="For">
        {order_number === null ? (
          `Cart ${cart_number}, no order`
        ) : (
          <Link to="/$slug/orders/$number" params={{ slug, number: String(order_number) }}>
            Order {order_number}
          </Link>
        )}
      </Fact>
      <Fact name="Started">{formatMoment(created_at, timezone)}</Fact>
      <Fact name="At the provider">
        {provider_url === null ? (
          (provider_ref ?? "Not known to the provider")
        ) : (
          <a href={provider_url} target="_blank" rel="noreferrer">
            {provider_ref}
          </a>
        )}
      </Fact>
    </dl>
  );
}

/** The tickets, including those that were used: evidence for a dispute. */
function PaidFor({ payment: { tickets, currency, emails } }: Pick<PartProps, "payment">) {
  const sent = emails.filter(({ state }) => state === "sent" || state === "kept").length;
  return (
    <Section title="Paid for">
      {tickets.length === 0 && <p className={recordCss.quiet}>The cart no longer holds any tickets.</p>}
      <ul className={recordCss.rows}>
        {tickets.map(({ event, type, state, count, price, checked_in }) => (
          <li key={`${event} ${type} ${state}`} className={css.row}>
            <div>
              {count} × {type}, {event}
              <span className={recordCss.quiet}>
                {state}
                {checked_in > 0 && ` · ${checked_in} checked in`}
              </span>
            </div>
            <div className={recordCss.amount}>{formatMoney(price, currency)}</div>
          </li>
        ))}
      </ul>
      <p className={recordCss.quiet}>
        {["No email was sent about it yet.", "One email was sent about it."][sent] ??
          `${sent} emails were sent about it.`}
      </p>
    </Section>
  );
}

function Refunds({ payment: { refunds, currency }, timezone }: PartProps) {
  return (
    <Section title="Refunds">
      {refunds.length === 0 && <p className={recordCss.quiet}>No refunds.</p>}
      <ul className={recordCss.rows}>
        {refunds.map(({ id, amount, state, reason, at, failure, provider_ref }) => (
          <li key={id} className={css.row}>
            <div>
              {state}, {reason}
              <span className={recordCss.quiet}>
                {[formatMoment(at, timezone), provider_ref, failure].filter(Boolean).join(" · ")}
              </span>
            </div>
            <div className={recordCss.amount}>{formatMoney(amount, currency)}</div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** States of the payment, what its provider did, and other attempts to pay for the same cart. */
function History({ payment, timezone }: PartProps) {
  const { states, events, attempts, currency } = payment;
  const rows = [
    ...states.map(({ at, from, to }) => ({ at, text: `${from} → ${to}`, amount: undefined })),
    ...events.map(({ at, action, amount, provider_ref }) => ({
      at,
      text: `${action.replaceAll("_", " ")} at the provider (${provider_ref})`,
      amount,
    })),
    ...attempts
      .filter(({ id }) => id !== payment.id)
      .map(({ created_at, state, failure, amount }) => ({
        at: created_at,
        text: `another attempt, ${state}${failure === null ? "" : `: ${failure}`}`,
        amount,
      })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return (
    <Section title="History">
      <ol className={recordCss.rows}>
        {rows.map(({ at, text, amount }) => (
          <li key={`${at} ${text}`} className={css.row}>
            <div>
              {text}
              <span className={recordCss.quiet}>{formatMoment(at, timezone)}</span>
            </div>
            {amount !== undefined && <div className={recordCss.amount}>{formatMoney(amount, currency)}</div>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function PaymentNotes({ payment, slug, timezone, mayWrite }: PartProps & { readonly mayWrite: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState("");
  const isDirty = text.trim() !== "";
  const add = useAction(async () => {
    await callOffice(addMoneyNote, { payment_id: payment.id, text: text.trim() }, slug);
    setText("");
    await refreshMoney(slug, payment.id);
  });
  return (
    <Section title="Notes">
      <AskBeforeLeaving of={form} />
      {mayWrite && (
        <form
          ref={form}
          className={css.write}
          onSubmit={(event) => {
            event.preventDefault();
            if (isDirty) void add.run();
          }}
        >
          <Field label="New note" error={add.errorOf("text")} hint="Seen by staff only.">
            <TextArea rows={3} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
          <Refusal of={add} fields={["text"]} />
          <Button size="small" type="submit" busy={add.isBusy} disabled={!isDirty}>
            Save note
          </Button>
        </form>
      )}
      <ul className={recordCss.rows} aria-label="Notes, the oldest first">
        {payment.notes.map((note) => (
          <li key={note.id} className={css.row}>
            <div>
              {note.text}
              <span className={recordCss.quiet}>
                {note.by.name} · {formatMoment(note.at, timezone)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
