import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { auditActions, type AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { MemberPage } from "@foyer/contract/office/members/memberPage.ts";
import { actorNames, Changes } from "../../shared/audit/AuditLine.tsx";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import { queryClient } from "../../shared/queries.ts";
import { Notes } from "../orders/Notes.tsx";
import { memberPageQuery } from "./memberQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

type RecordsProps = { readonly member: MemberPage; readonly slug: string; readonly mayNote: boolean };

/** A person's records: orders, visits, gift cards, e-mails, notes, consents and the history. */
export function MemberRecords({ member, slug, mayNote }: RecordsProps) {
  const { id, terms, orders, visits, gift_cards, emails, notes, consents, history, timezone } = member;
  const order = (number: number) => <OrderLink number={number} slug={slug} />;
  const moment = (at: string): string => formatMoment(at, timezone);
  return (
    <>
      <Rows title="Orders" empty="No orders." rows={orders} keyOf={({ order_number }) => String(order_number)}>
        {({ order_number, sold_at, events, total, currency }) => ({
          what: order(order_number),
          more: [moment(sold_at), events.join(", ")],
          end: formatMoney(total, currency),
        })}
      </Rows>
      <Rows title="Visits" empty="No visits yet." rows={visits} keyOf={({ id }) => id}>
        {({ at, what, people }) => ({ what, more: [moment(at)], end: people === 1 ? "" : `${people} people` })}
      </Rows>
      {gift_cards && (
        <Rows title="Gift cards" empty="No gift cards." rows={gift_cards} keyOf={({ id }) => id}>
          {({ id, ending, balance, currency, is_active, order_number }) => ({
            what: (
              <Link to="/$slug/gift-cards/$id" params={{ slug, id }}>
                ····{ending}
              </Link>
            ),
            more: [order_number === null ? "issued by staff" : `order ${order_number}`, is_active ? "" : "not active"],
            end: formatMoney(balance, currency),
          })}
        </Rows>
      )}
      <Rows title="Emails" empty="No email was sent." rows={emails} keyOf={({ id }) => id}>
        {({ subject, kind, at, to, state }) => ({
          what: subject ?? kind,
          more: [moment(at), to],
          end: emailStates[state] ?? state,
        })}
      </Rows>
      <Notes
        notes={notes}
        orderOf={(note) => note?.order_number ?? terms[0]?.order_number ?? 0}
        slug={slug}
        timezone={timezone}
        mayWrite={mayNote && terms.length > 0}
        hint="Seen by staff only, here and at the order of the newest membership."
        refresh={() => queryClient.invalidateQueries({ queryKey: memberPageQuery(slug, id).queryKey })}
        more={({ order_number }) => order(order_number)}
      />
      <Rows
        title="Consents"
        empty="No consents."
        rows={consents}
        keyOf={({ kind, at, order_number }) => `${kind} ${at} ${order_number}`}
      >
        {({ kind, what, at, order_number }) => ({
          what: [consentNames[kind], what].filter(Boolean).join(": "),
          more: [moment(at)],
          end: order(order_number),
        })}
      </Rows>
      <Rows title="History" empty="No changes yet." rows={history} keyOf={({ at, action }) => `${at} ${action}`}>
        {({ at, actor, by, action, reason, before, after }) => ({
          what: `${by ?? actorNames[actor]} ${sentenceOf(action)}`,
          more: [moment(at), reason],
          end: <Changes before={before} after={after} timezone={timezone} />,
        })}
      </Rows>
    </>
  );
}

const consentNames: Readonly<Record<MemberPage["consents"][number]["kind"], string>> = {
  terms: "Terms",
  auto_renewal: "Automatic renewal",
  gift_aid: "Gift aid",
};

const emailStates: Readonly<Record<string, string>> = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  kept: "Kept",
  dead: "Could not be sent",
};

const sentenceOf = (action: string): string =>
  (Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction].sentence : action).replace(
    "{thing}",
    "this membership",
  );

function OrderLink({ number, slug }: { readonly number: number; readonly slug: string }) {
  return (
    <Link to="/$slug/orders/$number" params={{ slug, number: String(number) }}>
      Order {number}
    </Link>
  );
}

type RowsProps<Item> = {
  readonly title: string;
  readonly empty: string;
  readonly rows: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => {
    readonly what: ReactNode;
    readonly more: readonly (string | null)[];
    readonly end: ReactNode;
  };
};

function Rows<Item>({ title, empty, rows, keyOf, children }: RowsProps<Item>) {
  return (
    <Section title={title}>
      {rows.length === 0 && <p className={recordCss.quiet}>{empty}</p>}
      {rows.length > 0 && (
        <ul className={recordCss.rows}>
          {rows.map((row) => {
            const { what, more, end } = children(row);
            return (
              <li key={keyOf(row)} className={recordCss.row}>
                <div>
                  {what}
                  <span className={recordCss.quiet}>{more.filter(Boolean).join(" · ")}</span>
                </div>
                <div>{end}</div>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
