import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ServiceKeysState } from "@foyer/contract/office/money/serviceKeys.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { DeleteServiceKeysDialog, StoreServiceKeysDialog } from "./ServiceKeysDialogs.tsx";
import { KeyFact } from "./KeyFact.tsx";
import { serviceKeysQuery, serviceTexts } from "./serviceKeyQueries.ts";
import css from "./Keys.module.css";

/** The keys of services other than payments: which are stored, and whether the catalogue uses them. */
export function ServiceKeysScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/service-keys" });
  const { timezone } = useOwnSeller(slug);
  const query = useQuery(serviceKeysQuery(slug));
  const { data } = query;
  return (
    <OfficePage title="Service keys" lead="Keys are encrypted when they are stored and never shown again.">
      <LoadState query={query} skeleton="control" count={6} />
      {data?.services.map((state) => (
        <Service key={state.service} state={state} slug={slug} timezone={timezone} />
      ))}
    </OfficePage>
  );
}

type ServiceProps = { readonly state: ServiceKeysState; readonly slug: string; readonly timezone: string };

function Service({ state, slug, timezone }: ServiceProps) {
  const [open, setOpen] = useState<"keys" | "delete">();
  const { service, stored, is_used } = state;
  const { title, lead, unused } = serviceTexts[service];
  const close = () => setOpen(undefined);
  return (
    <Section title={title} lead={lead}>
      {is_used === true && !stored && <Banner tone="warning">The catalogue uses it, but no keys are stored.</Banner>}
      {is_used === false && stored && <Banner>{unused}</Banner>}
      {stored?.ends_at != null && stored.ends_soon && (
        <Banner tone="warning" title="A certificate expires soon or has expired">
          Store a new one. Existing passes stay valid, but new ones cannot be made without it.
        </Banner>
      )}
      {stored?.fault != null && (
        <Banner tone="error" title="These keys do not work any more">
          {stored.fault} They are tested every day.
        </Banner>
      )}
      {stored && (
        <dl className={css.facts}>
          <dt>Stored</dt>
          <dd>{formatMoment(stored.since, timezone)}</dd>
          {stored.keys.map(({ name, ending }) => (
            <KeyFact key={name} name={name} ending={ending} />
          ))}
          {stored.ends_at !== null && (
            <>
              <dt>Certificate expires</dt>
              <dd>
                {formatMoment(stored.ends_at, timezone)} {stored.ends_soon && <Tag tone="warning">Soon</Tag>}
              </dd>
            </>
          )}
        </dl>
      )}
      <div className={css.actions}>
        <Button kind={is_used === true && !stored ? "primary" : "quiet"} onClick={() => setOpen("keys")}>
          {stored ? `Replace the keys of ${title}` : `Store keys of ${title}`}
        </Button>
        {stored && <Button onClick={() => setOpen("delete")}>{`Delete the keys of ${title}`}</Button>}
      </div>
      {open === "keys" && <StoreServiceKeysDialog state={state} slug={slug} onClose={close} />}
      {open === "delete" && <DeleteServiceKeysDialog state={state} slug={slug} onClose={close} />}
    </Section>
  );
}
