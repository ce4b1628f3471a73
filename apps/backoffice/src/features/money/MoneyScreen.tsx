import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { MoneyQueueRow } from "@foyer/contract/office/money/money.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatAgo, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { HeldRow, useHeldRows } from "../../shared/list/HeldRow.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { meQuery, useOwnSeller } from "../../shared/queries.ts";
import { moneyQueueQuery } from "./moneyQueries.ts";
import { NoticeChoice } from "./NoticeChoice.tsx";
import { PaymentActions } from "./PaymentActions.tsx";
import { PaymentGone } from "./PaymentGone.tsx";
import { UnsentEmails } from "./UnsentEmails.tsx";
import { OpenWebhooks } from "./OpenWebhooks.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

const route = "/signed-in/$slug/money" as const;

/** A payment can have several disputes. */
const keyOf = ({ payment_id, reason, detail }: MoneyQueueRow): string => `${payment_id} ${reason} ${detail}`;

/** All money that needs attention, e-mails that were given up, and webhooks that failed. */
export function MoneyScreen() {
  const { slug } = useParams({ from: route });
  const { data: me } = useQuery(meQuery);
  const { can } = useOwnSeller(slug);
  const mayAct = can("money.act");
  const query = useQuery(moneyQueueQuery(slug));
  const { data } = query;
  const payments = useHeldRows(data?.payments ?? [], keyOf);
  return (
    <OfficePage
      title="Money"
      actions={
        <>
          {can("payout.read") && (
            <Link className={recordCss.link} to="/$slug/money/payouts" params={{ slug }}>
              Payouts
            </Link>
          )}
          <Link className={recordCss.link} to="/$slug/money/journal" params={{ slug }}>
            Journal
          </Link>
        </>
      }
    >
      <LoadState query={query} skeleton="control" count={4} />
      {data && (
        <>
          <Section title="Payments that need attention">
            {payments.rows.length === 0 && <p className={recordCss.quiet}>No payment needs attention.</p>}
            <ul className={recordCss.rows} aria-label="Payments that need attention, the oldest first">
              {payments.rows.map((row) => (
                <HeldRow key={keyOf(row)} of={payments} row={row} gone={<PaymentGone slug={slug} payment={row} />}>
                  <QueueRow
                    row={row}
                    reviews={payments.rows.filter(({ payment_id }) => payment_id === row.payment_id)}
                    slug={slug}
                    myId={me?.id ?? ""}
                    mayAct={mayAct}
                  />
                </HeldRow>
              ))}
            </ul>
            <NoticeChoice isWanted={data.notifies_me} slug={slug} />
            {data.more && (
              <p className={recordCss.quiet}>There are more than are shown here. They appear once these are done.</p>
            )}
          </Section>
          <UnsentEmails emails={data.emails} slug={slug} mayAct={mayAct} />
          <OpenWebhooks webhooks={data.webhooks} slug={slug} mayAct={mayAct} />
        </>
      )}
    </OfficePage>
  );
}

type RowProps = {
  readonly row: MoneyQueueRow;
  /** All rows of the same payment. */
  readonly reviews: readonly MoneyQueueRow[];
  readonly slug: string;
  readonly myId: string;
  readonly mayAct: boolean;
};

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function QueueRow({ row, reviews, slug, myId, mayAct }: RowProps) {
  const {
    payment_id,
    what,
    help,
    detail,
    sum,
    amount,
    refunded,
    currency,
    order_number,
    cart_number,
    since,
    taken_by,
  } = row;
  const last = row.notes.at(-1);
  return (
    <li className={css.row}>
      <div>
        <Link className={recordCss.strong} to="/$slug/money/payments/$payment" params={{ slug, payment: payment_id }}>
          {capitalised(what)}
        </Link>
        {taken_by && <Tag tone="brand">{taken_by.id === myId ? "Yours" : taken_by.name}</Tag>}
        <span className={recordCss.quiet}>
          {order_number === null ? `Cart ${cart_number}, no order` : `Order ${order_number}`} · {formatAgo(since)}
          {detail !== null && ` · ${detail}`}
        </span>
        <span className={recordCss.quiet}>{capitalised(help)}.</span>
        {last && (
          <span className={css.note}>
            {last.by.name}: {last.text}
          </span>
        )}
      </div>
      <div className={recordCss.amount}>
        {formatMoney(sum, currency)}
        {sum !== amount && <span className={recordCss.quiet}>Payment of {formatMoney(amount, currency)}</span>}
        {refunded !== "0" && <span className={recordCss.quiet}>{formatMoney(refunded, currency)} back</span>}
      </div>
      {mayAct && <PaymentActions payment={{ ...row, reviews }} slug={slug} myId={myId} />}
    </li>
  );
}
