import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { endMember, type MemberEndQuote } from "@foyer/contract/office/members/memberActions.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../shared/call.ts";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { EmailFields, useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { MemberForm, type MemberDialogProps } from "./memberDialog.tsx";
import { endQuoteQuery } from "./memberQueries.ts";
import { Fact } from "../../shared/Page.tsx";
import recordCss from "../../shared/styles/Record.module.css";

type Money = "refund" | "waive_fee" | "keep_all";

const words = {
  everybody: {
    title: "End the membership",
    verb: "End it",
    done: "The membership has ended.",
    lead: "It ends at once. To let it run until the end of its term, cancel the renewal instead.",
  },
  card: {
    title: "Remove from the membership",
    verb: "Remove",
    done: "The card has ended.",
    lead: "This card ends at once, and the others on the membership stay.",
  },
} as const;

/** Removes one person from a membership. */
export function TakeOffDialog(props: MemberDialogProps) {
  return <EndMemberDialog {...props} whose="card" />;
}

type EndMemberProps = MemberDialogProps & { readonly whose?: keyof typeof words };

/** Ends a membership at once: shows who is on it, what is refunded, and what happens to tickets bought with it. */
export function EndMemberDialog({ term: { id }, member, slug, onClose, whose = "everybody" }: EndMemberProps) {
  const { title, verb, done, lead } = words[whose];
  const [money, setMoney] = useState<Money>("refund");
  const [refund_to, setDestination] = useState<"same_means" | "gift_card">("same_means");
  const [visits, setVisits] = useState<"keep" | "cancel">("cancel");
  const choice = useEmailChoice();
  const ending = { membership_id: id, money, refund_to, visits, whose };
  const query = useQuery(endQuoteQuery(slug, member.version, ending));
  const quote = query.data;
  const back = quote && sumDecimals([quote.refund, quote.gift_card], quote.currency);
  const expected = { refund: quote?.refund ?? "0", gift_card: quote?.gift_card ?? "0" };
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title={title}
      verb={quote && Number(back) > 0 ? `${verb}, refund ${formatMoney(back ?? "0", quote.currency)}` : verb}
      done={done}
      isDestructive
      isReady={quote !== undefined}
      send={(reason) =>
        callOffice(endMember, { ...ending, version: member.version, reason, expected, ...choice.sent }, slug)
      }
    >
      <p>{lead}</p>
      <div className={recordCss.pair}>
        <Field label="Money">
          <Select
            value={money}
            onChange={({ target }) => setMoney(target.value as Money)}
            options={[
              { value: "refund", label: "Refund by the policy" },
              { value: "waive_fee", label: "Refund everything" },
              { value: "keep_all", label: "Refund nothing" },
            ]}
          />
        </Field>
        {money !== "keep_all" && (
          <Field label="Refund to">
            <Select
              value={refund_to}
              onChange={({ target }) => setDestination(target.value === "gift_card" ? "gift_card" : "same_means")}
              options={[
                { value: "same_means", label: "The original payment" },
                { value: "gift_card", label: "A new gift card" },
              ]}
            />
          </Field>
        )}
        {quote && quote.visits.length > 0 && (
          <Field label="Tickets bought with it">
            <Select
              value={visits}
              onChange={({ target }) => setVisits(target.value === "keep" ? "keep" : "cancel")}
              options={[
                { value: "cancel", label: "Cancel them" },
                { value: "keep", label: "Leave them valid" },
              ]}
            />
          </Field>
        )}
      </div>
      <LoadState query={query} skeleton="tile" />
      {quote && <EndSummary quote={quote} isCancelling={visits === "cancel"} />}
      {quote && (
        <EmailFields
          choice={choice}
          email={quote.email}
          notices={quote.notices}
          nobody="The person who bought the membership has no email address, so no email is sent."
        />
      )}
    </MemberForm>
  );
}

type EndSummaryProps = { readonly quote: MemberEndQuote; readonly isCancelling: boolean };

function EndSummary({ quote, isCancelling }: EndSummaryProps) {
  const { people, visits, refund, gift_card, fee, currency, refunds, order_number, earlier_orders } = quote;
  const tickets = visits.reduce((sum, one) => sum + one.tickets, 0);
  const means = refunds.flatMap((one) => (one.means === null ? [] : [one.means]));
  return (
    <dl className={recordCss.facts} aria-label="What ending it comes to">
      <Fact name="Cards that end">{people.join(", ")}</Fact>
      <Fact name="Goes back">
        {formatMoney(sumDecimals([refund, gift_card], currency), currency)}
        <span className={recordCss.quiet}>
          {gift_card === "0" ? [...new Set(means)].join(", ") : "as a gift card"}
          {fee !== "0" && ` · ${formatMoney(fee, currency)} kept as a fee`}
        </span>
        {earlier_orders.length > 0 && (
          <span className={recordCss.quiet}>
            of all orders that paid its running term: {[order_number, ...earlier_orders].join(", ")}
          </span>
        )}
      </Fact>
      {tickets > 0 && (
        <div>
          <dt>{isCancelling ? "Tickets that are cancelled" : "Tickets that stay valid"}</dt>
          <dd>
            {visits.map(({ order_number, event, start_datetime, timezone, tickets: count }) => (
              <span key={`${order_number} ${event} ${start_datetime}`}>
                {count} × {event}
                <span className={recordCss.quiet}>
                  {[start_datetime && formatMoment(start_datetime, timezone), `order ${order_number}`]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
