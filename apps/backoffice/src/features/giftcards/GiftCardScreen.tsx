import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { GiftCardMovement, GiftCardPage } from "@foyer/contract/office/money/giftCards.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ThingHistory } from "../../shared/audit/ThingHistory.tsx";
import { formatLastDay, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Fact, OfficePage, Section } from "../../shared/Page.tsx";
import { CardActions } from "./CardActions.tsx";
import { GiftCardStateTag } from "./GiftCardStateTag.tsx";
import { giftCardQuery, originNames } from "./giftCardQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./GiftCards.module.css";

/** A card: its balance, its origin, and every movement. Its number is not shown. */
export function GiftCardScreen() {
  const { slug, id } = useParams({ from: "/signed-in/$slug/gift-cards/$id" });
  const { timezone, permissions } = useOwnSeller(slug);
  const query = useQuery(giftCardQuery(slug, id));
  const { data: card } = query;
  return (
    <OfficePage
      title={card ? `Gift card ····${card.ending}` : "Gift card"}
      actions={
        <Link className={recordCss.link} to="/$slug/gift-cards" params={{ slug }}>
          All gift cards
        </Link>
      }
    >
      <LoadState query={query} skeleton="tile" count={2} />
      {card && (
        <>
          <Section title="Balance" actions={<GiftCardStateTag state={card.state} />}>
            <p className={css.balance}>{formatMoney(card.balance, card.currency)}</p>
            {card.order_refunded && card.state === "active" && (
              <Banner tone="warning" title="Nobody can pay with this card">
                The money for its order was refunded, is being refunded or is disputed. If the refund fails or the
                dispute is won, the card works again.
              </Banner>
            )}
            <Facts card={card} slug={slug} timezone={timezone} />
            <CardActions card={card} slug={slug} timezone={timezone} permissions={permissions} />
          </Section>
          <Movements card={card} slug={slug} timezone={timezone} />
          <Emails card={card} timezone={timezone} />
          <ThingHistory slug={slug} kind="gift_card" id={id} />
        </>
      )}
    </OfficePage>
  );
}

type PartProps = { readonly card: GiftCardPage; readonly slug: string; readonly timezone: string };

function Facts({ card, slug, timezone }: PartProps) {
  const {
    issued,
    promised,
    ended,
    currency,
    valid_to,
    origin,
    order_number,
    recipient,
    recipient_email,
    issue,
    replaced,
  } = card;
  const address = recipient_email === recipient ? null : recipient_email;
  return (
    <dl className={recordCss.facts}>
      <Fact name="Initial value">{formatMoney(issued, currency)}</Fact>
      {promised !== "0" && <Fact name="Reserved for a payment">{formatMoney(promised, currency)}</Fact>}
      <Fact name="Last day">{valid_to === null ? "No end" : formatLastDay(valid_to, timezone)}</Fact>
      {ended !== "0" && (
        <Fact name="Expired balance">
          {formatMoney(ended, currency)}
          <span className={recordCss.quiet}>A later last day restores it.</span>
        </Fact>
      )}
      <Fact name="Origin">
        {originNames[origin]}
        <OfOrder slug={slug} order_number={order_number} />
        {issue && (
          <span className={recordCss.quiet}>
            {issue.by}: {issue.reason}
            {issue.quantity > 1 && `, one of ${issue.quantity}`}
          </span>
        )}
      </Fact>
      <Fact name="For">
        {recipient ?? "Nobody named"}
        {address !== null && <span className={recordCss.quiet}>{address}</span>}
      </Fact>
      {replaced.length > 0 && (
        <Fact name="Former numbers">
          {replaced.map(({ ending, at, by, reason }) => (
            <span key={at}>
              ····{ending}
              <span className={recordCss.quiet}>
                {formatMoment(at, timezone)}, {by}: {reason}
              </span>
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}

/** The order of a card or of a movement, after what it is. */
function OfOrder({ slug, order_number }: { readonly slug: string; readonly order_number: number | null }) {
  if (order_number === null) return null;
  return (
    <>
      {", "}
      <Link to="/$slug/orders/$number" params={{ slug, number: String(order_number) }}>
        order {order_number}
      </Link>
    </>
  );
}

const movementNames: Readonly<Record<GiftCardMovement["kind"], string>> = {
  issue: "Issued",
  debit: "Reserved for a payment",
  capture: "Paid",
  release: "Returned by a payment that was not made",
  refund: "Refunded",
  adjust: "Adjusted",
  void: "Voided",
  restore: "Restored",
  ended: "Ended",
  extended: "Restored with a later last day",
};

const signed = (amount: string, currency: string): string =>
  amount.startsWith("-") || amount === "0" ? formatMoney(amount, currency) : `+${formatMoney(amount, currency)}`;

/** Every movement, oldest first. A payment takes the money when it is reserved, so capturing moves nothing. */
function Movements({ card, slug, timezone }: PartProps) {
  const { movements, earlier, currency, balance } = card;
  return (
    <Section title="Movements">
      <ol className={recordCss.rows} aria-label="Movements, the oldest first">
        {earlier !== "0" && (
          <li className={recordCss.row}>
            <div>Earlier movements</div>
            <div className={recordCss.amount}>{signed(earlier, currency)}</div>
          </li>
        )}
        {movements.map(({ id, at, kind, amount, order_number, by, reason }) => (
          <li key={id} className={recordCss.row}>
            <div>
              {movementNames[kind]}
              <OfOrder slug={slug} order_number={order_number} />
              <span className={recordCss.quiet}>
                {[formatMoment(at, timezone), by, reason].filter(Boolean).join(" · ")}
              </span>
            </div>
            {amount !== "0" && (
              <div className={recordCss.amount} data-out={amount.startsWith("-") || undefined}>
                {signed(amount, currency)}
              </div>
            )}
          </li>
        ))}
        <li className={recordCss.row}>
          <div className={recordCss.strong}>Balance</div>
          <div className={`${recordCss.amount} ${recordCss.strong}`}>{formatMoney(balance, currency)}</div>
        </li>
      </ol>
    </Section>
  );
}

const emailStates: Readonly<Record<string, string>> = {
  queued: "Waiting to be sent",
  sending: "Being sent",
  sent: "Sent",
  kept: "Not sent: there is no mail server",
  dead: "Could not be sent",
};

function Emails({ card: { emails }, timezone }: Pick<PartProps, "card" | "timezone">) {
  return (
    <Section title="Emails">
      {emails.length === 0 && <p className={recordCss.quiet}>No email was sent.</p>}
      <ul className={recordCss.rows}>
        {emails.map(({ state, at }) => (
          <li key={at} className={recordCss.row}>
            <div>{emailStates[state] ?? state}</div>
            <div className={recordCss.quiet}>{formatMoment(at, timezone)}</div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
