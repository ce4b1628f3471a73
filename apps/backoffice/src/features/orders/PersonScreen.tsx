import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { OrderListRow } from "@foyer/contract/office/orders/orders.ts";
import type { PersonPage } from "@foyer/contract/office/orders/person.ts";
import { count, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Fact, OfficePage, Section } from "../../shared/Page.tsx";
import { queryClient, useOwnSeller } from "../../shared/queries.ts";
import { Notes } from "./Notes.tsx";
import { OrderStateTag } from "./OrderStateTag.tsx";
import { personQuery } from "./orderQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

/** The person who bought an order: who they are, their orders, and the notes of staff on these. */
export function PersonScreen() {
  const { slug, number } = useParams({ from: "/signed-in/$slug/orders/$number/person" });
  const query = useQuery(personQuery(slug, number));
  const { data: person } = query;
  const { can } = useOwnSeller(slug);
  const newest = person?.orders[0]?.order_number ?? Number(number);
  return (
    <OfficePage
      title={person?.name || person?.email || "Purchaser"}
      actions={
        <>
          {person?.member_id != null && (
            <Link className={recordCss.link} to="/$slug/members/$id" params={{ slug, id: person.member_id }}>
              Membership
            </Link>
          )}
          <Link className={recordCss.link} to="/$slug/orders/$number" params={{ slug, number }}>
            Order {number}
          </Link>
        </>
      }
    >
      <LoadState query={query} skeleton="control" count={4} />
      {person && (
        <>
          <Details person={person} />
          <Orders person={person} slug={slug} />
          {can("order.note") && (
            <Notes
              notes={person.notes}
              orderOf={(note) => note?.order_number ?? newest}
              slug={slug}
              timezone={person.timezone}
              mayWrite
              hint={`Seen by staff only, here and at order ${newest}.`}
              refresh={() => queryClient.invalidateQueries({ queryKey: ["person", slug] })}
              more={({ order_number }) => <OrderLink number={order_number} slug={slug} />}
            />
          )}
        </>
      )}
    </OfficePage>
  );
}

function Details({ person: { email, phone, has_account } }: { readonly person: PersonPage }) {
  return (
    <Section title="Person">
      <dl className={recordCss.facts}>
        <Fact name="Email">{email ?? "None"}</Fact>
        <Fact name="Telephone">{phone ?? "None"}</Fact>
        <Fact name="Account">{has_account ? "Can log in" : "None"}</Fact>
      </dl>
    </Section>
  );
}

type OrdersProps = { readonly person: PersonPage; readonly slug: string };

function Orders({ person: { orders, more, email, timezone }, slug }: OrdersProps) {
  return (
    <Section
      title="Orders"
      lead={email === null ? "Without an email address, other orders of this person are not known." : undefined}
    >
      <ul className={recordCss.rows} aria-label="Orders, the newest first">
        {orders.map((order) => (
          <OrderRow key={order.order_number} order={order} slug={slug} timezone={timezone} />
        ))}
      </ul>
      {more && email !== null && (
        <Link className={recordCss.link} to="/$slug/orders" params={{ slug }} search={{ q: email }}>
          All orders with this address
        </Link>
      )}
    </Section>
  );
}

type OrderRowProps = { readonly order: OrderListRow; readonly slug: string; readonly timezone: string };

function OrderRow({ order, slug, timezone }: OrderRowProps) {
  const { order_number, sold_at, events, tickets, total, currency, state } = order;
  return (
    <li className={recordCss.row}>
      <div>
        <OrderLink number={order_number} slug={slug} /> <OrderStateTag state={state} />
        <span className={recordCss.quiet}>
          {[formatMoment(sold_at, timezone), events.join(", "), count(tickets, "ticket")].filter(Boolean).join(" · ")}
        </span>
      </div>
      <div>{formatMoney(total, currency)}</div>
    </li>
  );
}

function OrderLink({ number, slug }: { readonly number: number; readonly slug: string }) {
  return (
    <Link to="/$slug/orders/$number" params={{ slug, number: String(number) }}>
      Order {number}
    </Link>
  );
}
