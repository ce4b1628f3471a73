import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { KeyedGatewayState } from "@foyer/contract/office/money/paymentKeys.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { count, formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { TestPurchaseSection } from "../previews/TestPurchaseSection.tsx";
import { DeleteKeysDialog } from "./DeleteKeysDialog.tsx";
import { StoreKeysDialog } from "./StoreKeysDialog.tsx";
import { KeyFact } from "./KeyFact.tsx";
import { paymentKeysQuery } from "./keyQueries.ts";
import css from "./Keys.module.css";

/** The keys of payment providers: which are stored, and when their webhook was last received. */
export function KeysScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/payment-keys" });
  const { timezone } = useOwnSeller(slug);
  const query = useQuery(paymentKeysQuery(slug));
  const { data } = query;
  return (
    <OfficePage title="Payment keys" lead="Keys are encrypted when they are stored and never shown again.">
      <LoadState query={query} skeleton="control" count={4} />
      {data?.gateways.map((gateway) => (
        <Gateway key={gateway.gateway_id} gateway={gateway} slug={slug} timezone={timezone} />
      ))}
      {data && <TestPurchaseSection slug={slug} />}
    </OfficePage>
  );
}

type GatewayProps = { readonly gateway: KeyedGatewayState; readonly slug: string; readonly timezone: string };

function Gateway({ gateway, slug, timezone }: GatewayProps) {
  const [open, setOpen] = useState<"keys" | "delete">();
  const { label, stored, is_used, under_way } = gateway;
  const close = () => setOpen(undefined);
  return (
    <>
      <Section title={label}>
        {!is_used && (
          <Banner>These keys are not used until the sales rules say that cards are taken by {label}.</Banner>
        )}
        {!stored && <p>No keys are stored. Cards cannot be taken with {label}.</p>}
        {stored?.fault != null && (
          <Banner tone="error" title="These keys do not work any more">
            {stored.fault} They are tested every day.
          </Banner>
        )}
        {stored && (
          <dl className={css.facts}>
            <dt>Mode</dt>
            <dd>{stored.is_live ? <Tag tone="success">Live</Tag> : <Tag tone="warning">Test: no money moves</Tag>}</dd>
            <dt>Stored</dt>
            <dd>{formatMoment(stored.since, timezone)}</dd>
            {stored.keys.map(({ name, ending }) => (
              <KeyFact key={name} name={name} ending={ending} />
            ))}
            <dt>Under way</dt>
            <dd>
              {count(under_way.payments, "payment")}, {count(under_way.refunds, "refund")},{" "}
              {count(under_way.renewals, "automatic renewal")}
            </dd>
          </dl>
        )}
        <div className={css.actions}>
          <Button kind={stored ? "quiet" : "primary"} onClick={() => setOpen("keys")}>
            {stored ? "Replace keys" : "Store keys"}
          </Button>
          {stored && <Button onClick={() => setOpen("delete")}>Delete keys</Button>}
        </div>
      </Section>
      <Webhook gateway={gateway} timezone={timezone} />
      {open === "keys" && <StoreKeysDialog gateway={gateway} slug={slug} onClose={close} />}
      {open === "delete" && <DeleteKeysDialog gateway={gateway} slug={slug} onClose={close} />}
    </>
  );
}

function Webhook({ gateway, timezone }: Omit<GatewayProps, "slug">) {
  const { label, stored, webhook } = gateway;
  const hasSecret = stored?.keys.some(({ name, ending }) => name === "webhook_secret" && ending !== null) === true;
  return (
    <Section
      title={`Webhook of ${label}`}
      lead="With a webhook, payments settle at once. Without one, open payments are checked every 30 seconds, refunds and disputes every five minutes."
    >
      <dl className={css.facts}>
        <dt>Address</dt>
        <dd className={css.ending}>{webhook.address}</dd>
        <dt>Last received</dt>
        <dd>{webhook.heard_at === null ? "Not in 30 days" : formatMoment(webhook.heard_at, timezone)}</dd>
      </dl>
      {stored && !webhook.was_heard_lately && (
        <Banner tone="warning" title="No webhook came in the last day">
          {hasSecret
            ? `This is normal if nothing was sold in that time. Otherwise compare the address and the signing secret with those at ${label}.`
            : `No signing secret is stored. Register the address and the events at ${label}, then store the secret that it shows.`}
        </Banner>
      )}
      <details>
        <summary>Events to send</summary>
        <ul className={css.events}>
          {webhook.events.map((event) => (
            <li key={event}>{event}</li>
          ))}
        </ul>
      </details>
    </Section>
  );
}
