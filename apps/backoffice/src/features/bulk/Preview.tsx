import type { BulkAction, BulkPreview } from "@foyer/contract/office/bulk.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count, formatMoney } from "../../shared/format/format.ts";
import { Fact } from "../../shared/Page.tsx";
import { backName, orders, reasonText } from "./bulkQueries.ts";
import { OrderNumbers } from "./OrderNumbers.tsx";
import { PartPaidCarts } from "./PartPaidCarts.tsx";
import css from "./BulkScreen.module.css";

type PreviewProps = {
  readonly slug: string;
  readonly action: BulkAction;
  /** The day until which buyers can choose; undefined if they are not asked. */
  readonly choiceUntil: string | undefined;
  readonly preview: BulkPreview;
  /** The job is for the buyers of sessions, whose sales it stops. */
  readonly isOfSessions: boolean;
  /** The form was changed since. */
  readonly isOutdated: boolean;
};

/** The effects of a job in numbers, the orders that need a person, and the e-mails as they will be sent. */
export function Preview({ slug, action, choiceUntil, preview, isOfSessions, isOutdated }: PreviewProps) {
  const { orders: all, people: heads, tickets, back, currency, cannot, part_paid, held, places, emails } = preview;
  return (
    <section className={css.preview} aria-label="Preview" data-outdated={isOutdated || undefined}>
      <p role="status" className={css.quiet}>
        {isOutdated ? "The form has changed. Preview again." : "Nothing has been changed yet."}
      </p>
      <dl className={css.facts}>
        <Fact name="Orders">{all}</Fact>
        <Fact name="People">{heads}</Fact>
        <Fact name={action === "write" ? "Tickets" : action === "move" ? "Tickets moved" : "Tickets cancelled"}>
          {tickets}
        </Fact>
        {places && (
          <Fact name="Places">
            {places.left === null ? `${places.needed}, no limit` : `${places.needed} of ${places.left} left`}
          </Fact>
        )}
        {back.map(({ means, amount }) => (
          <Fact key={means} name={backName(means)}>
            {formatMoney(amount, currency)}
          </Fact>
        ))}
      </dl>
      {all + part_paid + held === 0 && <p className={css.quiet}>Nobody has tickets for these sessions.</p>}
      {action !== "write" && all > 0 && (
        <p className={css.quiet}>
          {isOfSessions && "Sales of the sessions stop first. "}No fee is kept
          {action === "move"
            ? ", a more expensive session costs nothing more, and the difference to a cheaper one is refunded"
            : ""}
          .
        </p>
      )}
      {cannot.length > 0 && (
        <Banner tone="warning" title={`${orders(cannot.reduce((sum, one) => sum + one.orders, 0))} set aside`}>
          <ul className={css.reasons}>
            {cannot.map(({ reason, orders: count, order_numbers }) => (
              <li key={reason}>
                {reasonText(reason)}: <OrderNumbers slug={slug} orders={count} order_numbers={order_numbers} />
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {held > 0 && (
        <p className={css.quiet}>
          {count(held, "cart holds", "carts hold")} places now. Those that are paid in time are included.
        </p>
      )}
      <PartPaidCarts slug={slug} part_paid={part_paid} part_paid_carts={preview.part_paid_carts} />
      <Told {...{ action, choiceUntil, preview }} />
      {emails.length > 0 && <h3 className={css.heading}>{headingOf(preview)}</h3>}
      {emails.map(({ order_number, to, subject, text }) => (
        <details key={order_number} className={css.email}>
          <summary>
            {subject} <span className={css.quiet}>to {to}</span>
          </summary>
          <pre className={css.text}>{text}</pre>
        </details>
      ))}
    </section>
  );
}

const headingOf = ({ emails, with_email }: BulkPreview): string =>
  emails.length < with_email
    ? `The first ${emails.length} of ${with_email} emails, as they will be`
    : "Emails as they will be";

/** How many emails are sent, which others follow them, and who gets none. */
function Told({ action, choiceUntil, preview }: Pick<PreviewProps, "action" | "choiceUntil" | "preview">) {
  const { with_email, without_email, emails } = preview;
  return (
    <>
      {with_email > 0 && (
        <p className={css.quiet}>
          {count(with_email, "email")} will be sent{with_email > 1 && ", one for each order"}.{" "}
          {laterEmail(action, choiceUntil, preview)}
        </p>
      )}
      {with_email > 0 && emails.length === 0 && (
        <Banner>The emails cannot be shown now, because the buyers of the first orders are changing them.</Banner>
      )}
      {without_email > 0 && (
        <Banner tone="warning">
          {orders(without_email)} {without_email === 1 ? "has" : "have"} no email address, so no email is sent. Tell
          these buyers in another way.
        </Banner>
      )}
    </>
  );
}

const laterEmail = (action: BulkAction, choiceUntil: string | undefined, { total_back }: BulkPreview): string => {
  if (action === "write") return "";
  if (choiceUntil !== undefined)
    return `On ${choiceUntil}, buyers who have not chosen get another one that says what was done.`;
  if (Number(total_back) === 0) return "";
  return action === "gift_card"
    ? "Another one has the number of the gift card."
    : "Another one follows once a refund is on its way.";
};
