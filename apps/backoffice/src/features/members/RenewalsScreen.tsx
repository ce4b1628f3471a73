import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { previewMemberEmail } from "@foyer/contract/office/members/memberEmails.ts";
import { emailRenewalAtRisk, renewalList, type RenewalAtRisk } from "@foyer/contract/office/members/memberRenewals.ts";
import { useOwnSeller } from "../../shared/queries.ts";
import { callOffice } from "../../shared/call.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { useHeldRows } from "../../shared/list/HeldRow.tsx";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { MemberEmail, useEmailPreview } from "./MemberEmail.tsx";
import {
  formatCalendarDay,
  refreshMembers,
  renewalReasons,
  renewalsAtRiskQuery,
  type MemberSearch,
} from "./memberQueries.ts";
import tableCss from "../../shared/list/ListTable.module.css";
import recordCss from "../../shared/styles/Record.module.css";

const route = "/signed-in/$slug/members/renewals" as const;

/** Automatic renewals that failed or are going to, with an e-mail to each payer. */
export function RenewalsScreen() {
  const { slug } = useParams({ from: route });
  const { timezone, can } = useOwnSeller(slug);
  const search = useSearch({ from: route }) as MemberSearch;
  const view = useListView(renewalList, search);
  const list = useInfiniteQuery(renewalsAtRiskQuery(slug, search));
  const held = useHeldRows(list.data?.pages.flatMap((page) => page.renewals) ?? [], ({ id }) => id);
  const renewals = held.rows;
  const row = {
    slug,
    timezone,
    mayWrite: can("member.edit"),
  };
  return (
    <OfficePage
      title="Renewals at risk"
      actions={
        <Link className={recordCss.link} to="/$slug/members" params={{ slug }}>
          All members
        </Link>
      }
    >
      <LoadState query={list} skeleton="control" count={6} />
      {list.isSuccess && renewals.length === 0 && (
        <p className={tableCss.empty}>No automatic renewal has failed, and no card expires before its charge.</p>
      )}
      {renewals.length > 0 && (
        <ListTable
          view={view}
          label="Renewals at risk"
          order="earliest end of term first"
          rows={renewals}
          held={held}
          keyOf={({ id }) => id}
          cellsOf={(risk) => cellsOf({ risk, ...row })}
          isBusy={list.isPlaceholderData}
        />
      )}
      <ShowMore query={list}>Show more renewals</ShowMore>
    </OfficePage>
  );
}

type RiskRowProps = {
  readonly risk: RenewalAtRisk;
  readonly slug: string;
  readonly timezone: string;
  readonly mayWrite: boolean;
};

const cellsOf = (row: RiskRowProps) => {
  const { risk, slug } = row;
  const { id, name, level, last_day, problem, renewal } = risk;
  const { method, charge_on, amount, currency, last_error } = renewal;
  return {
    name: (
      <>
        <Link to="/$slug/members/$id" params={{ slug, id }} className={recordCss.link}>
          {name || "Nobody named"}
        </Link>
        <span className={recordCss.quiet}>{level}</span>
      </>
    ),
    last_day: last_day === null ? "No end" : formatCalendarDay(last_day),
    problem: (
      <>
        <span>{problem === "failed" ? "Failed" : "Card expires before the charge"}</span>
        <span className={recordCss.quiet}>
          {problem === "failed" && last_error !== null ? (renewalReasons[last_error] ?? last_error) : method}
        </span>
      </>
    ),
    charge:
      charge_on !== null && amount !== null
        ? `${formatMoney(amount, currency)} on ${formatCalendarDay(charge_on)}`
        : "None planned",
    email: <RiskEmail {...row} />,
  };
};

type RiskPreviewProps = {
  readonly id: string;
  readonly slug: string;
  readonly payer: string;
  readonly choice: ReturnType<typeof useEmailChoice>;
};

function RiskPreview({ id, slug, payer, choice }: RiskPreviewProps) {
  const preview = useEmailPreview({
    queryKey: [slug, id, "email_renewal"],
    read: () => callOffice(previewMemberEmail, { membership_id: id, action: "email_renewal" }, slug),
  });
  const nobody = "The payer has no email address, so no email is sent.";
  return <MemberEmail preview={preview} choice={choice} to={payer} nobody={nobody} isNeeded />;
}

function RiskEmail({ risk: { id, renewal, emailed_at }, slug, timezone, mayWrite }: RiskRowProps) {
  const { payer, charge_on, amount, currency } = renewal;
  const choice = useEmailChoice();
  const { sentence } = choice.sent.email ?? {};
  return (
    <>
      {mayWrite && payer !== null && (
        <ConfirmedButton
          label="Write"
          aria-label={`Write to ${payer}`}
          title="Write about this renewal?"
          verb="Send 1 email"
          done={`An email is on its way to ${payer}.`}
          send={async () => {
            await callOffice(emailRenewalAtRisk, { membership_id: id, ...(sentence && { sentence }) }, slug);
            await refreshMembers(slug);
          }}
        >
          <p>
            1 email goes to {payer} now
            {charge_on !== null && amount !== null
              ? ` about ${formatMoney(amount, currency)} to be charged on ${formatCalendarDay(charge_on)}`
              : ""}
            . It says what is wrong and how to renew with another card. You can send the next one in a day.
          </p>
          <RiskPreview id={id} slug={slug} payer={payer} choice={choice} />
        </ConfirmedButton>
      )}
      <span className={recordCss.quiet}>
        {emailed_at === null ? payer : `Written on ${formatMoment(emailed_at, timezone)}`}
      </span>
    </>
  );
}
