import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { PlanPage } from "@foyer/contract/office/orders/plans.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { ThingHistory } from "../../../shared/audit/ThingHistory.tsx";
import { formatMoment, formatMoney, formatVisit } from "../../../shared/format/format.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { Fact, OfficePage, Section } from "../../../shared/Page.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { Instalments } from "./Instalments.tsx";
import { CancelPlanDialog, MovePlanDialog } from "./PlanDialogs.tsx";
import { paymentPlanQuery } from "./planQueries.ts";
import recordCss from "../../../shared/styles/Record.module.css";

/** A cart that is paid in instalments: what it holds, what is paid and due, and how to settle it. */
export function PlanScreen() {
  const { slug, number } = useParams({ from: "/signed-in/$slug/plans/$number" });
  const { timezone } = useOwnSeller(slug);
  const [settled, setSettled] = useState<string>();
  const query = useQuery({ ...paymentPlanQuery(slug, number), enabled: settled === undefined });
  const { data: plan } = query;
  return (
    <OfficePage
      title={`Payment plan ${number}`}
      lead={plan && (plan.name ?? plan.email ?? undefined)}
      actions={
        <Link className={recordCss.link} to="/$slug/bulk" params={{ slug }}>
          Bulk actions
        </Link>
      }
    >
      {settled === undefined ? (
        <>
          <LoadState query={query} skeleton="tile" count={2} />
          {plan && <Plan plan={plan} slug={slug} timezone={timezone} onSettled={setSettled} />}
        </>
      ) : (
        <Banner tone="success" title="The plan is settled">
          {settled}
        </Banner>
      )}
      <ThingHistory slug={slug} kind="payment_plan" id={number} />
    </OfficePage>
  );
}

type PlanProps = {
  readonly plan: PlanPage;
  readonly slug: string;
  readonly timezone: string;
  /** The plan has ended, with a sentence of what became of it. */
  readonly onSettled: (what: string) => void;
};

function Plan({ plan, slug, timezone, onSettled }: PlanProps) {
  const { paid, outstanding, disputed, currency, email, instalments } = plan;
  const [dialog, setDialog] = useState<"move" | "cancel">();
  const close = (): void => setDialog(undefined);
  const hasVisits = plan.lines.some(({ event_session_id }) => event_session_id !== null);
  return (
    <>
      <Section title="Payments">
        <dl className={recordCss.facts}>
          <Fact name="Paid">{formatMoney(paid, currency)}</Fact>
          {disputed !== "0" && <Fact name="Disputed">{formatMoney(disputed, currency)}</Fact>}
          <Fact name="Outstanding">{formatMoney(outstanding, currency)}</Fact>
          <Fact name="Email">{email ?? "None"}</Fact>
        </dl>
        <Instalments instalments={instalments} currency={currency} />
        <div className={recordCss.actions}>
          {hasVisits && (
            <Button size="small" onClick={() => setDialog("move")}>
              Move to another session
            </Button>
          )}
          <Button size="small" kind="danger" onClick={() => setDialog("cancel")}>
            Cancel and refund
          </Button>
        </div>
      </Section>
      <Section title="Tickets">
        <ul className={recordCss.rows}>
          {plan.lines.map(({ event, types, ...line }) => (
            <li key={`${line.event_template_id} ${line.event_session_id ?? ""}`} className={recordCss.row}>
              <span>
                {event}
                <span className={recordCss.quiet}>
                  {line.start_datetime === null
                    ? "No date"
                    : formatVisit({ ...line, start_datetime: line.start_datetime })}
                </span>
              </span>
              <span>{types.map(({ name, count }) => `${count} × ${name}`).join(", ")}</span>
            </li>
          ))}
        </ul>
      </Section>
      {plan.changes.length > 0 && (
        <Section title="Changes">
          <ul className={recordCss.rows}>
            {plan.changes.map(({ at, kind, tickets, refund, reason, by }) => (
              <li key={at} className={recordCss.row}>
                <span>
                  {tickets} {kind === "move" ? "moved" : "cancelled"}
                  <span className={recordCss.quiet}>
                    {formatMoment(at, timezone)}
                    {by !== null && `, ${by}`}
                    {reason !== null && `: ${reason}`}
                  </span>
                </span>
                {refund !== "0" && <span className={recordCss.amount}>{formatMoney(refund, currency)} refunded</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {dialog === "move" && <MovePlanDialog plan={plan} slug={slug} onClose={close} onSettled={onSettled} />}
      {dialog === "cancel" && <CancelPlanDialog plan={plan} slug={slug} onClose={close} onSettled={onSettled} />}
    </>
  );
}
