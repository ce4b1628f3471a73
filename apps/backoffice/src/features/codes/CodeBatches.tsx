import { useQuery } from "@tanstack/react-query";
import { downloadCodes } from "@foyer/contract/office/catalogue/codes.ts";
import { ButtonLink } from "@foyer/ui/action/Button.tsx";
import { addressOf } from "../../shared/call.ts";
import { formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Section } from "../../shared/Page.tsx";
import { codeBatchesQuery } from "./codeQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

type CodeBatchesProps = { readonly slug: string; readonly timezone: string; readonly mayDownload: boolean };

/** Batches of codes: those being made, with their progress, and those imported. */
export function CodeBatches({ slug, timezone, mayDownload }: CodeBatchesProps) {
  const query = useQuery(codeBatchesQuery(slug));
  const { data } = query;
  if (!data) return <LoadState query={query} sentence="The batches could not be loaded." />;
  if (data.batches.length === 0) return null;
  return (
    <Section title="Batches and imports">
      <ul className={recordCss.rows} aria-label="Codes made in bulk or imported, the newest first">
        {data.batches.map(({ id, group, is_imported, prefix, quantity, made, reason, by, created_at }) => (
          <li key={id} className={recordCss.row}>
            <div>
              <span className={recordCss.strong}>
                {is_imported ? `${quantity} imported` : `${quantity} × ${prefix}…`}
              </span>
              <span className={recordCss.quiet}>
                {[group, `${by}, ${formatMoment(created_at, timezone)}`, reason].join(" · ")}
              </span>
              {made < quantity && (
                <progress className={recordCss.progress} max={quantity} value={made} aria-label="Codes made" />
              )}
            </div>
            <div className={recordCss.amount} role="status">
              {made < quantity ? `${made} of ${quantity} made` : "All made"}
            </div>
            {mayDownload && made > 0 && (
              <ButtonLink size="small" href={addressOf(downloadCodes, { batch_id: id }, slug).url} download>
                Download CSV
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
