import { useQuery } from "@tanstack/react-query";
import { downloadGiftCardNumbers, type GiftCardBatch } from "@foyer/contract/office/money/giftCardBatches.ts";
import { ButtonLink } from "@foyer/ui/action/Button.tsx";
import { addressOf } from "../../shared/call.ts";
import { formatLastDay, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Section } from "../../shared/Page.tsx";
import { batchesQuery } from "./giftCardQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

type BatchesProps = { readonly slug: string; readonly timezone: string };

/** Batches of issued cards: their progress and, for the person who issued them, their numbers. */
export function Batches({ slug, timezone }: BatchesProps) {
  const query = useQuery(batchesQuery(slug));
  const { data } = query;
  if (!data) return <LoadState query={query} sentence="The batches could not be loaded." />;
  if (data.batches.length === 0) return null;
  return (
    <Section
      title="Batches and imports"
      lead="Only the person who issued the cards can download their numbers, for a day after the last one was made."
    >
      <ul className={recordCss.rows} aria-label="Issues of several cards, the newest first">
        {data.batches.map((batch) => (
          <BatchRow key={batch.id} batch={batch} slug={slug} timezone={timezone} />
        ))}
      </ul>
    </Section>
  );
}

function BatchRow({ batch, slug, timezone }: BatchesProps & { readonly batch: GiftCardBatch }) {
  const { id, quantity, made, amount, currency, valid_to, reason, by, created_at, shows_numbers } = batch;
  return (
    <li className={recordCss.row}>
      <div>
        <span className={recordCss.strong}>
          {amount === null ? `${quantity} imported` : `${quantity} × ${formatMoney(amount, currency)}`}
        </span>
        <span className={recordCss.quiet}>
          {[
            `${by}, ${formatMoment(created_at, timezone)}`,
            reason,
            valid_to !== null && `until ${formatLastDay(valid_to, timezone)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {made < quantity && (
          <progress className={recordCss.progress} max={quantity} value={made} aria-label="Cards made" />
        )}
      </div>
      <div className={recordCss.amount} role="status">
        {made < quantity ? `${made} of ${quantity} made` : "All made"}
      </div>
      {shows_numbers && (
        <ButtonLink size="small" href={addressOf(downloadGiftCardNumbers, { batch_id: id }, slug).url} download>
          Download numbers
        </ButtonLink>
      )}
    </li>
  );
}
