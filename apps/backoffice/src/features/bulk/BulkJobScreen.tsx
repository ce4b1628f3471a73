import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { downloadBulk, steerBulk, type readBulk, type BulkItem, type BulkJob } from "@foyer/contract/office/bulk.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Button, ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { addressOf, callOffice } from "../../shared/call.ts";
import { count, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { useAction } from "../../shared/Form.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { Fact, OfficePage, Section } from "../../shared/Page.tsx";
import { ProgressBar } from "../../shared/ProgressBar.tsx";
import { queryClient, useOwnSeller } from "../../shared/queries.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { aboutOf, JobStateTag } from "./BulkScreen.tsx";
import { actionNames, bulkJobQuery, doneNames, reasonText } from "./bulkQueries.ts";
import { OrderNumbers } from "./OrderNumbers.tsx";
import { PartPaidCarts } from "./PartPaidCarts.tsx";
import css from "./BulkScreen.module.css";

/** The progress of a job and, once it has ended, its report. All staff see the same. */
export function BulkJobScreen() {
  const { slug, id } = useParams({ from: "/signed-in/$slug/bulk/$id" });
  const { timezone } = useOwnSeller(slug);
  const query = useQuery(bulkJobQuery(slug, id));
  const { data } = query;
  return (
    <OfficePage
      title={data ? actionNames[data.job.action] : "Bulk actions"}
      lead={data && aboutOf(data.job)}
      actions={data && <Steering slug={slug} job={data.job} />}
    >
      <LoadState query={query} skeleton="tile" count={2} />
      {data && (
        <>
          <Progress job={data.job} held={data.held} timezone={timezone}>
            <PartPaidCarts slug={slug} part_paid={data.part_paid} part_paid_carts={data.part_paid_carts} />
          </Progress>
          <NotTold slug={slug} job={data} />
          {data.open.length > 0 && <LeftToPeople slug={slug} job={data.job} items={data.open} />}
        </>
      )}
    </OfficePage>
  );
}

function Steering({ slug, job: { id, state, counts } }: { readonly slug: string; readonly job: BulkJob }) {
  const send = async (to: "pause" | "resume" | "stop" | "retry"): Promise<void> => {
    await callOffice(steerBulk, { bulk_job_id: id, to } as never, slug);
    await queryClient.invalidateQueries({ queryKey: ["bulk", slug] });
  };
  const steer = useAction(send);
  const press = (to: Parameters<typeof steer.run>[0], label: string, kind: "quiet" | "primary" = "quiet") => (
    <Button size="small" kind={kind} busy={steer.isBusy} onClick={() => void steer.run(to)}>
      {label}
    </Button>
  );
  const canRetry = state !== "stopped" && counts.set_aside + counts.failed > 0;
  return (
    <>
      {steer.failure && <Banner tone="error">{steer.failure.message}</Banner>}
      {state === "running" && press("pause", "Pause")}
      {state === "paused" && press("resume", "Resume", "primary")}
      <ConfirmedButton
        isPossible={state === "running" || state === "paused"}
        gone="The job has ended meanwhile."
        label="Stop for good"
        kind="danger"
        title="Stop this job for good?"
        verb={`Stop, and leave ${count(counts.left, "order")} as ${counts.left === 1 ? "it is" : "they are"}`}
        done="The job is stopped."
        send={() => send("stop")}
      >
        <p>
          {count(counts.done, "order is", "orders are")} done and {counts.done === 1 ? "stays" : "stay"} as{" "}
          {counts.done === 1 ? "it is" : "they are"}. {count(counts.left, "order is", "orders are")} left. A stopped job
          cannot be resumed: to do the rest, start another one. To continue later, pause it instead.
        </p>
      </ConfirmedButton>
      {canRetry && press("retry", "Retry orders that need attention")}
      <ButtonLink size="small" href={addressOf(downloadBulk, { bulk_job_id: id }, slug).url} download>
        Download CSV
      </ButtonLink>
    </>
  );
}

type ProgressProps = {
  readonly job: BulkJob;
  readonly held: number;
  readonly timezone: string;
  readonly children: ReactNode;
};

function Progress({ job, held, timezone, children }: ProgressProps) {
  const { state, counts, refund, gift_card, currency, started_by, started_at, ended_at, reason, action, from_day } =
    job;
  const { done, set_aside, failed, left } = counts;
  const all = done + set_aside + failed + left;
  return (
    <Section title="Progress" actions={<JobStateTag state={state} />}>
      <ProgressBar done={all - left} all={all} label="Processed orders" />
      <p role="status" className={css.status}>
        {done} of {all} {doneNames[action]} · {set_aside} set aside · {failed} failed · {left} left
      </p>
      {state === "running" && held > 0 && (
        <p className={css.quiet}>
          {count(held, "cart still holds", "carts still hold")} places. The job ends when they are paid or have expired.
        </p>
      )}
      {state === "running" && from_day !== null && done + set_aside + failed === 0 && (
        <p className={css.quiet}>
          It starts on {from_day}. Until then, buyers can choose with the link in their email.
        </p>
      )}
      {children}
      <dl className={css.facts}>
        <Fact name="Refunded">{formatMoney(refund, currency)}</Fact>
        <Fact name="As gift cards">{formatMoney(gift_card, currency)}</Fact>
        <Fact name="Started">{`${formatMoment(started_at, timezone)}, ${started_by}`}</Fact>
        {ended_at !== null && <Fact name="Ended">{formatMoment(ended_at, timezone)}</Fact>}
        <Fact name="Reason">{reason}</Fact>
      </dl>
    </Section>
  );
}

type JobReply = StaffReply<typeof readBulk>;

/** Whom the job's emails do not reach. */
function NotTold({ slug, job: { without_email, undelivered } }: { readonly slug: string; readonly job: JobReply }) {
  if (without_email.orders + undelivered.orders === 0) return null;
  return (
    <Section title="Buyers who were not told" lead="Tell them in another way, or correct the address at the order.">
      <ul className={css.reasons}>
        {without_email.orders > 0 && (
          <li>
            No email address: <OrderNumbers slug={slug} {...without_email} />
          </li>
        )}
        {undelivered.orders > 0 && (
          <li>
            The email could not be sent: <OrderNumbers slug={slug} {...undelivered} />
          </li>
        )}
      </ul>
    </Section>
  );
}

type LeftProps = { readonly slug: string; readonly job: BulkJob; readonly items: readonly BulkItem[] };

function LeftToPeople({ slug, job: { counts }, items }: LeftProps) {
  const all = counts.set_aside + counts.failed;
  return (
    <Section
      title="Orders that need attention"
      lead={all > items.length ? `The first ${items.length} of ${all}.` : undefined}
    >
      <ul className={css.jobs}>
        {items.map(({ order_number, reason, state }) => (
          <li key={order_number} className={css.item}>
            <Link to="/$slug/orders/$number" params={{ slug, number: String(order_number) }} className={css.name}>
              Order {order_number}
            </Link>
            <span className={css.quiet}>{reason === null ? "" : reasonText(reason)}</span>
            <span className={css.quiet}>{state === "failed" ? "Failed" : "Set aside"}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
