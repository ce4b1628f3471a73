import { type OpenWebhook } from "@foyer/contract/office/money/money.ts";
import { retryWebhook } from "@foyer/contract/office/money/moneyActions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { count, formatAgo } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshMoney } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

const outcomes = {
  failed: "failed, and will be tried again automatically",
  orphan: "does not belong to a payment of this shop",
  unknown: "was not understood",
  settled: "has been processed",
} as const;

type WebhooksProps = { readonly webhooks: readonly OpenWebhook[]; readonly slug: string; readonly mayAct: boolean };

/** Webhooks of the payment provider that matched no payment. */
export function OpenWebhooks({ webhooks, slug, mayAct }: WebhooksProps) {
  const toast = useToast();
  const retry = useAction(async ({ gateway_id, id }: OpenWebhook) => {
    const { outcome } = await callOffice(retryWebhook, { gateway_id, event_id: id }, slug);
    toast({ text: `The webhook ${outcomes[outcome]}.` });
    await refreshMoney(slug);
  });
  return (
    <Section title="Unprocessed webhooks">
      {webhooks.length === 0 && <p className={recordCss.quiet}>All webhooks of the last 30 days were processed.</p>}
      {retry.failure && <Banner tone="error">{retry.failure.message}</Banner>}
      <ul className={recordCss.rows} aria-label="Unprocessed webhooks, the newest first">
        {webhooks.map((webhook) => (
          <li key={`${webhook.gateway_id} ${webhook.id}`} className={css.row}>
            <div>
              <span className={recordCss.strong}>{webhook.type}</span> {outcomes[webhook.outcome]}
              <span className={recordCss.quiet}>
                {webhook.gateway_id} · {webhook.id} · {formatAgo(webhook.created_at)} ·{" "}
                {count(webhook.tries, "try", "tries")}
              </span>
            </div>
            {mayAct && (
              <div className={css.actions}>
                <Button size="small" busy={retry.isBusy} onClick={() => void retry.run(webhook)}>
                  Try again
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
