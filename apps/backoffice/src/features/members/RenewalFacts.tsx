import type { MemberRenewalState } from "@foyer/contract/office/members/memberPage.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { formatCalendarDay, renewalReasons } from "./memberQueries.ts";
import { Fact } from "../../shared/Page.tsx";
import recordCss from "../../shared/styles/Record.module.css";

type RenewalFactsProps = {
  readonly renewal: MemberRenewalState;
  readonly timezone: string;
  /** The card's number: a person may have several. */
  readonly memberNumber: string;
};

const states: Readonly<Record<MemberRenewalState["state"], string>> = {
  scheduled: "Renews automatically",
  cancelled: "Cancelled",
  renewed: "Renewed",
  failed: "Failed",
};

/**
 * The automatic renewal of a term: its state, the next charge, the announcement to the payer, the attempts and the last
 * failure.
 */
export function RenewalFacts({ renewal, timezone, memberNumber }: RenewalFactsProps) {
  const { state, payer, method, charge_on, amount, currency, announced, attempts, last_attempt, last_error } = renewal;
  return (
    <section aria-label={`Automatic renewal of ${memberNumber}`}>
      <dl className={recordCss.facts}>
        <Fact name="Automatic renewal">{states[state]}</Fact>
        {charge_on !== null && amount !== null && (
          <Fact name="Next charge">
            {formatMoney(amount, currency)} on {formatCalendarDay(charge_on)}
            <span className={recordCss.quiet}>{method ?? "No card is saved"}</span>
          </Fact>
        )}
        <Fact name="Announced to the payer">
          {announced ? formatMoney(announced.amount, announced.currency) : "Not yet"}
          <span className={recordCss.quiet}>
            {[payer, announced && formatMoment(announced.at, timezone)].filter(Boolean).join(", ")}
          </span>
        </Fact>
        <Fact name="Attempts">
          {attempts === 0 ? "None" : attempts}
          {last_attempt !== null && (
            <span className={recordCss.quiet}>last on {formatMoment(last_attempt, timezone)}</span>
          )}
        </Fact>
        {last_error !== null && <Fact name="Last refusal">{renewalReasons[last_error] ?? last_error}</Fact>}
      </dl>
      {renewal.card_expires && <Banner tone="warning">The saved card expires before the next charge.</Banner>}
    </section>
  );
}
