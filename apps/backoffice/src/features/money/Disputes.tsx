import type { PaymentPage } from "@foyer/contract/office/money/money.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { CopyButton } from "../../shared/dialog/CopyButton.tsx";
import { formatMoment, formatMoney, isInThePast } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

type DisputesProps = { readonly payment: PaymentPage; readonly timezone: string };

/** The payer's disputes, their deadlines, and the evidence as text for the provider's form. */
export function Disputes({ payment, timezone }: DisputesProps) {
  const { disputes, evidence, currency, provider_url } = payment;
  if (disputes.length === 0) return null;
  return (
    <Section
      title="Dispute"
      lead="You answer at the provider. Copy the evidence below into its form."
      actions={
        provider_url !== null && (
          <a className={recordCss.link} href={provider_url} target="_blank" rel="noreferrer">
            Answer at the provider
          </a>
        )
      }
    >
      <ul className={recordCss.rows}>
        {disputes.map((dispute) => (
          <li key={dispute.provider_ref} className={css.row}>
            <div>
              <Deadline dispute={dispute} timezone={timezone} />
              <span className={recordCss.quiet}>
                Opened {formatMoment(dispute.opened_at, timezone)} · {dispute.provider_ref}
              </span>
            </div>
            <div className={recordCss.amount}>{formatMoney(dispute.amount, currency)}</div>
          </li>
        ))}
      </ul>
      {evidence !== null && <Evidence text={evidence} />}
    </Section>
  );
}

type DeadlineProps = { readonly dispute: PaymentPage["disputes"][number]; readonly timezone: string };

function Deadline({ dispute: { closed_at, due_by }, timezone }: DeadlineProps) {
  if (closed_at !== null) return `Closed ${formatMoment(closed_at, timezone)}`;
  if (due_by === null) return "No answer is possible";
  return <Tag tone={isInThePast(due_by) ? "danger" : "warning"}>{`Answer by ${formatMoment(due_by, timezone)}`}</Tag>;
}

function Evidence({ text }: { readonly text: string }) {
  return (
    <div className={css.write}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard too */}
      <div className={css.evidence} role="region" aria-label="Evidence" tabIndex={0}>
        {text}
      </div>
      <CopyButton size="small" text={text}>
        Copy the evidence
      </CopyButton>
    </div>
  );
}
