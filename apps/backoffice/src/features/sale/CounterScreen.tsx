import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { CounterMember, CounterOffer } from "@foyer/contract/office/money/counter.ts";
import type { CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import { maxAtCounter } from "@foyer/rules/sale/counterQuantities.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { AskBeforeLeaving } from "../../shared/dialog/Dialog.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { DayInput } from "../../shared/fields/DayInput.tsx";
import { CompDialog } from "../orders/dialogs/CompDialog.tsx";
import { useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { BuyerFields } from "./BuyerFields.tsx";
import { LinkWaiting } from "./LinkWaiting.tsx";
import { MemberField } from "./MemberField.tsx";
import { OfferList } from "./OfferList.tsx";
import { OpenLinks } from "./OpenLinks.tsx";
import { OpenTillForm } from "./tills/OpenTillForm.tsx";
import { PayPanel } from "./PayPanel.tsx";
import { SaleDone } from "./SaleDone.tsx";
import { SaleEmail } from "./SaleEmail.tsx";
import { counterQuery, tillQuery, type CounterSearch } from "./saleQueries.ts";
import { limitText, TicketSteppers } from "./TicketSteppers.tsx";
import { buyerOf, useBasket, type Basket } from "./useBasket.ts";
import { usePayLink } from "./usePayLink.ts";
import { totalOfServer, useSale } from "./useSale.ts";
import css from "./Counter.module.css";

const route = "/signed-in/$slug/counter" as const;

/** Counter sales: a session, tickets, the payment. Without an open till, one is opened first. */
export function CounterScreen() {
  const { slug } = useParams({ from: route });
  const query = useQuery(tillQuery(slug));
  const { data, error } = query;
  const title = "Counter";
  if (error || !data)
    return (
      <OfficePage title={title}>
        <LoadState query={query} skeleton="control" count={6} />
      </OfficePage>
    );
  if (data.till?.state === "open") return <OpenCounter slug={slug} denominations={data.denominations} />;
  if (data.till)
    return (
      <OfficePage title={title}>
        <Banner tone="warning">
          Your till has been counted, so you can no longer sell from it.{" "}
          <Link to="/$slug/till" params={{ slug }}>
            Close it
          </Link>{" "}
          to open a new one.
        </Banner>
      </OfficePage>
    );
  return (
    <OfficePage title={title} lead="Open your till to begin: count the cash that is in it.">
      <OpenTillForm slug={slug} currency={data.currency} />
    </OfficePage>
  );
}

type OpenCounterProps = { readonly slug: string; readonly denominations: readonly string[] };

function OpenCounter({ slug, denominations }: OpenCounterProps) {
  const { day } = useSearch({ from: route }) as CounterSearch;
  const [member, setMember] = useState<CounterMember>();
  const query = useQuery(counterQuery(slug, day, member?.membership_id));
  const { data, isPending } = query;
  const currency = data?.currency ?? "USD";
  const basket = useBasket(data?.offers ?? [], currency);
  const sale = useSale(slug);
  const payLink = usePayLink(slug);
  const choice = useEmailChoice();
  const sellTo = (buyer: CounterMember | undefined): void => {
    setMember(buyer);
    basket.setBuyer(buyerOf(buyer));
  };
  const next = (): void => {
    basket.empty();
    choice.reset();
    setMember(undefined);
    payLink.show(undefined);
    sale.startAnew();
  };
  if (sale.made)
    return (
      <OfficePage title="Sold">
        <SaleDone slug={slug} sale={sale.made} onNext={next} />
      </OfficePage>
    );
  if (payLink.shown)
    return (
      <LinkWaiting
        slug={slug}
        link={payLink.shown}
        payLink={payLink}
        onBack={() => {
          payLink.show(undefined);
          basket.renew();
        }}
        onNext={next}
      />
    );
  const { offer, sale_id, buyer, quantity } = basket;
  const wanted = wantedOf(basket, member);
  const failure = sale.failureOf(wanted) ?? payLink.failureOf(sale_id);
  const serverTotal = totalOfServer(failure);
  const total = serverTotal ?? basket.total;
  const sold = { ...wanted, ...namesOf(buyer) };
  const email_choice = sold.email === null ? undefined : choice.sent.email;
  const sent = { sale_id, ...sold, ...(email_choice && { email_choice }) };
  const pay = (means: readonly CounterMeans[]): void => void sale.send({ ...sent, means: [...means] });
  return (
    <OfficePage
      title="Counter"
      actions={
        <>
          <CompButton slug={slug} />
          <DayChoice day={day ?? data?.day ?? ""} />
        </>
      }
    >
      <AskBeforeLeaving isChosen={quantity > 0} lost="This sale" />
      <LoadState query={query} />
      {sale.unanswered && <Unanswered isBusy={sale.isBusy} onAsk={() => void sale.sendAgain()} />}
      <div className={css.counter}>
        <div className={css.goods}>
          <MemberField slug={slug} member={member} onChange={sellTo} />
          {isPending && <Skeleton shape="control" count={6} />}
          {data && !offer && <OpenLinks slug={slug} onShow={payLink.show} />}
          {data && !offer && <OfferList slug={slug} counter={data} onChoose={basket.choose} />}
          {data && offer && (
            <>
              <TicketSteppers basket={basket} offer={offer} currency={currency} />
              <BuyerFields basket={basket} asks={offer.asks} isOpen={member !== undefined}>
                <SaleEmail slug={slug} sale={sold} choice={choice} />
              </BuyerFields>
            </>
          )}
        </div>
        <div className={css.side} data-idle={!offer || undefined}>
          <PayPanel
            key={`${sale_id} ${serverTotal ?? ""}`}
            total={total}
            lines={linesOf(offer, basket.counts)}
            currency={currency}
            denominations={denominations}
            blocked={sale.unanswered ? "Try the sale above again first." : blockedBy(basket)}
            isBusy={sale.isBusy || payLink.isBusy}
            isEmpty={quantity === 0}
            failure={failure}
            onPay={pay}
            {...(!member && { onLink: () => void payLink.make({ ...sent, total }) })}
          />
        </div>
      </div>
    </OfficePage>
  );
}

const wantedOf = ({ offer, tickets }: Basket, member: CounterMember | undefined) => ({
  event_template_id: offer?.event_template_id ?? "",
  ...(offer?.session && { event_session_id: offer.session.id }),
  tickets,
  ...(member && { membership_id: member.membership_id }),
});

const namesOf = (buyer: ReturnType<typeof useBasket>["buyer"]) => {
  const [first_name, last_name] = [buyer.first_name.trim(), buyer.last_name.trim()];
  return {
    ...(first_name !== "" && { first_name }),
    ...(last_name !== "" && { last_name }),
    email: buyer.email.trim() || null,
  };
};

/** Gives tickets away, for staff who can. */
function CompButton({ slug }: { readonly slug: string }) {
  const [isOpen, setOpen] = useState(false);
  const { can } = useOwnSeller(slug);
  if (!can("order.comp")) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Give tickets away
      </Button>
      {isOpen && <CompDialog slug={slug} onClose={() => setOpen(false)} />}
    </>
  );
}

const linesOf = (offer: CounterOffer | undefined, counts: ReadonlyMap<string, number>) =>
  (offer?.types ?? []).flatMap(({ ticket_type_id, name, price }) => {
    const quantity = counts.get(ticket_type_id) ?? 0;
    return quantity > 0 ? [{ name, price, quantity }] : [];
  });

/** Why the sale cannot be paid yet. */
const blockedBy = ({ offer, quantity, buyer, counts }: ReturnType<typeof useBasket>): string | undefined => {
  if (!offer) return "Choose a time first.";
  if (quantity === 0) return "Choose tickets first.";
  for (const type of offer.types) {
    const { most, limit } = maxAtCounter(offer, type, counts);
    if ((counts.get(type.ticket_type_id) ?? 0) > most) return `${type.name}: ${limitText(limit) ?? `at most ${most}`}.`;
  }
  const { names, emails } = offer.asks;
  if (names && (buyer.first_name.trim() === "" || buyer.last_name.trim() === ""))
    return "Enter a name: this event requires one.";
  if (emails && buyer.email.trim() === "") return "Enter an email address: this event requires one.";
  return undefined;
};

function DayChoice({ day }: { readonly day: string }) {
  const navigate = useNavigate({ from: "/$slug/counter" });
  return (
    <div className={css.day}>
      <Field label="Day">
        <DayInput
          value={day}
          onChange={(chosen) => void navigate({ search: chosen === "" ? {} : { day: chosen }, replace: true })}
        />
      </Field>
    </div>
  );
}

type UnansweredProps = { readonly isBusy: boolean; readonly onAsk: () => void };

function Unanswered({ isBusy, onAsk }: UnansweredProps) {
  return (
    <Banner
      tone="warning"
      action={
        <Button kind="primary" busy={isBusy} onClick={onAsk}>
          Try again
        </Button>
      }
    >
      No answer arrived for the last sale, so it may have gone through. Try again: nothing is sold or counted twice.
    </Banner>
  );
}
