import { useId } from "react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { isEmail } from "@foyer/rules/values/email.ts";
import { checkSender, type SenderCheck } from "@foyer/contract/office/senderCheck.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { callOffice } from "../../shared/call.ts";
import { useSettled } from "../../shared/useSettled.ts";
import css from "./Emails.module.css";

/** Milliseconds after the last key, so that the DNS is only asked about complete addresses. */
const pauseMs = 800;

const senderQuery = (slug: string, address: string) =>
  queryOptions({
    queryKey: ["sender", slug, address],
    queryFn: () => callOffice(checkSender, { address }, slug),
    enabled: isEmail(address),
    retry: false,
    staleTime: 60_000,
  });

/** Whether the sender's domain authorises the installation's server to send for it. */
export function SenderVerdict({ slug, address }: { readonly slug: string; readonly address: string }) {
  const heading = useId();
  const { data, error, isFetching, refetch } = useQuery(senderQuery(slug, useSettled(address, pauseMs)));
  if (address === "")
    return <p className={css.quiet}>Emails are sent from the server’s address, which its operator sets up.</p>;
  if (!isEmail(address)) return null;
  return (
    <section className={css.verdict} aria-labelledby={heading}>
      <h2 id={heading} className={css.heading}>
        What mail servers check
      </h2>
      <div role="status">
        {error && <p className={css.bad}>{error.message}</p>}
        {data ? <Findings check={data} /> : !error && <Skeleton shape="tile" count={1} />}
      </div>
      <div>
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      </div>
    </section>
  );
}

const spfTexts: Readonly<Record<SenderCheck["spf"], string>> = {
  allows: "The domain allows the server.",
  forbids: "The domain does not allow the server. Add its addresses to the record.",
  missing: "The domain has no SPF record.",
  invalid:
    "The domain’s SPF record is not valid: there are several, one has an error, or it needs more than ten lookups.",
  no_server:
    "The operator has not said from which address the server sends (MAIL_SENDS_FROM), so this cannot be checked.",
  unknown: "No answer came, or the record has parts that are not checked here.",
};
const dkimTexts: Readonly<Record<SenderCheck["dkim"], string>> = {
  allows: "The domain has the server’s keys.",
  missing:
    "The domain does not have every key of the server. Add records under the names below; the operator has their text.",
  no_selector:
    "The operator has not said with which keys the server signs (MAIL_DKIM_SELECTORS), so this cannot be checked.",
  unknown: "No answer came.",
};

function Findings({ check }: { readonly check: SenderCheck }) {
  const { domain, spf, dkim, sends_from, spf_record, dkim_names } = check;
  return (
    <dl className={css.findings}>
      <div data-good={spf === "allows" || undefined}>
        <dt>SPF of {domain}</dt>
        <dd>{spfTexts[spf]}</dd>
        {spf_record !== null && <dd className={css.record}>{spf_record}</dd>}
        {spf !== "allows" && sends_from.length > 0 && <dd>The server sends from {sends_from.join(", ")}.</dd>}
      </div>
      <div data-good={dkim === "allows" || undefined}>
        <dt>DKIM of {domain}</dt>
        <dd>{dkimTexts[dkim]}</dd>
        {dkim_names.map((name) => (
          <dd key={name} className={css.record}>
            {name}
          </dd>
        ))}
      </div>
    </dl>
  );
}
