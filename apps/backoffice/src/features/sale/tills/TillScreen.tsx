import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { OwnTill } from "@foyer/contract/office/money/tills.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { formatMoment, formatMoney } from "../../../shared/format/format.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../../shared/Page.tsx";
import { CountedTill } from "./CountedTill.tsx";
import { CountForm } from "./CountForm.tsx";
import { MoveCashDialog } from "./MoveCashDialog.tsx";
import { OpenTillForm } from "./OpenTillForm.tsx";
import { PayOuts } from "./PayOuts.tsx";
import { tillQuery } from "../saleQueries.ts";
import listsCss from "../../../shared/styles/Lists.module.css";
import css from "./Till.module.css";

const route = "/signed-in/$slug/till" as const;

/** The reader's own till: open it, put cash in and take it out, pay out refunds, count and close it. */
export function TillScreen() {
  const { slug } = useParams({ from: route });
  const { timezone } = useOwnSeller(slug);
  const query = useQuery(tillQuery(slug));
  const { data } = query;
  const [closed, setClosed] = useState<number>();
  const till = data?.till;
  return (
    <OfficePage
      title="Till"
      lead={till ? `Opened ${formatMoment(till.opened_at, timezone)}` : undefined}
      actions={
        till?.state === "open" && (
          <Link to="/$slug/counter" params={{ slug }} {...buttonAttributes()}>
            Sell
          </Link>
        )
      }
    >
      <LoadState query={query} skeleton="control" count={4} />
      {data && !till && (
        <>
          {closed !== undefined && <Banner tone="success">Closed under number {closed}.</Banner>}
          <OpenTillForm slug={slug} currency={data.currency} />
        </>
      )}
      {data && till?.state === "open" && (
        <OpenTill
          slug={slug}
          till={till}
          currency={data.currency}
          denominations={data.denominations}
          timezone={timezone}
        />
      )}
      {data && till?.state === "counted" && (
        <CountedTill
          slug={slug}
          till={till}
          currency={data.currency}
          denominations={data.denominations}
          onClosed={setClosed}
        />
      )}
      {till?.state === "open" && <PayOuts slug={slug} timezone={timezone} />}
    </OfficePage>
  );
}

type OpenTillProps = {
  readonly slug: string;
  readonly till: OwnTill;
  readonly currency: string;
  readonly denominations: readonly string[];
  readonly timezone: string;
};

function OpenTill({ slug, till, currency, denominations, timezone }: OpenTillProps) {
  const [moving, setMoving] = useState<"in" | "out">();
  const [isCounting, setCounting] = useState(false);
  if (isCounting)
    return <CountForm {...{ slug, currency, denominations }} title="Count the till" onEnd={() => setCounting(false)} />;
  return (
    <Section
      title="Cash"
      actions={
        <div className={css.actions}>
          <Button onClick={() => setMoving("in")}>Put cash in</Button>
          <Button onClick={() => setMoving("out")}>Take cash out</Button>
          <Button onClick={() => setCounting(true)}>Count and close</Button>
        </div>
      }
    >
      {moving && <MoveCashDialog slug={slug} currency={currency} kind={moving} onClose={() => setMoving(undefined)} />}
      <ul className={`${listsCss.spread} ${css.moves}`} aria-label="Cash put in and taken out">
        {till.moves.map(({ id, kind, amount, reason, at }) => (
          <li key={id}>
            <span>
              {reason}
              <span className={css.quiet}>{formatMoment(at, timezone)}</span>
            </span>
            <span className={css.amount}>
              {kind === "in" ? "+" : "−"}
              {formatMoney(amount, currency)}
            </span>
          </li>
        ))}
        <li>
          <span>Float</span>
          <span className={css.amount}>{formatMoney(till.float, currency)}</span>
        </li>
      </ul>
    </Section>
  );
}
