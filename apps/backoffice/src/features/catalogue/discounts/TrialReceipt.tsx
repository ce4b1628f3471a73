import { formatMoney } from "../../../shared/format/format.ts";
import type { TrialReply } from "./discountQueries.ts";
import css from "./Discounts.module.css";

type ReceiptProps = {
  readonly reply: TrialReply | undefined;
  /** Whether every field of the cart that is filled in is valid. */
  readonly isWhole: boolean;
  readonly currency: string;
};

const unfinished = "The price appears once every field is valid.";

/** The price of the trial cart, or why it cannot be priced. */
export function TrialReceipt({ reply, isWhole, currency }: ReceiptProps) {
  if (!isWhole) return <p className={css.bad}>{unfinished}</p>;
  if (!reply) return <p className={css.quiet}>Choose an event and a ticket type.</p>;
  const { cart, errors } = reply;
  if (!cart) {
    const own = errors.filter(({ chapter }) => chapter === "discounts").length;
    return <p className={css.bad}>{own > 0 ? unfinished : "Another draft has an error."}</p>;
  }
  const money = (amount: string): string => formatMoney(amount, currency);
  const shared = { money };
  return (
    <>
      {cart.refusal !== null && <p className={css.bad}>{cart.refusal}</p>}
      {cart.refusal === null && (
        <ul className={css.receipt} aria-label="Receipt">
          {cart.tickets.map((ticket, index) => (
            <TicketLine key={index} ticket={ticket} {...shared} />
          ))}
          {cart.discounts.map(({ name, amount }, index) => (
            <li key={index}>
              <span>{name}</span>
              <span className={css.amount}>−{money(amount)}</span>
            </li>
          ))}
          <li>
            <span>Fees</span>
            <span className={css.amount}>{money(cart.fees)}</span>
          </li>
          <li data-total>
            <span>Total</span>
            <span className={css.amount}>{money(cart.total)}</span>
          </li>
        </ul>
      )}
      <ul className={css.messages} aria-label="Codes">
        {cart.codes.map(({ code, is_applied, refusal }) => (
          <li key={code}>
            <strong>{code}</strong>: {is_applied ? "applied" : (refusal ?? "not applied")}
          </li>
        ))}
      </ul>
    </>
  );
}

type TicketProps = {
  readonly ticket: NonNullable<TrialReply["cart"]>["tickets"][number];
  readonly money: (amount: string) => string;
};

function TicketLine({ ticket: { quantity, name, event, start, face_value, price }, money }: TicketProps) {
  return (
    <li>
      <span>
        {quantity} × {name}, {event}
        {start !== null && `, ${start}`}
      </span>
      <span className={css.amount}>
        {price !== face_value && (
          <>
            <s>{money(face_value)}</s>{" "}
          </>
        )}
        {money(price)}
      </span>
    </li>
  );
}
