import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { maxPreviews } from "@foyer/contract/office/catalogue/previews.ts";
import { HeldRow, useHeldRows } from "../../shared/list/HeldRow.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { DraftPreview } from "./DraftPreview.tsx";
import { PreviewAddress } from "./PreviewAddress.tsx";
import { previewsQuery } from "./previewQueries.ts";
import css from "./Previews.module.css";

/** The reader's preview of the drafts, and the previews of colleagues. */
export function PreviewScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue/preview" });
  const { data } = useQuery(previewsQuery(slug));
  const { timezone } = useOwnSeller(slug);
  const held = useHeldRows(data?.previews.filter(({ is_own }) => !is_own) ?? [], ({ id }) => id);
  return (
    <OfficePage title="Preview" lead="What buyers would see if all drafts were published now.">
      <DraftPreview slug={slug} />
      {held.rows.length > 0 && (
        <Section title="Previews of colleagues" lead={`There can be ${maxPreviews} at once.`}>
          <ul className={css.others}>
            {held.rows.map((preview) => (
              <HeldRow key={preview.id} of={held} row={preview} gone="This preview has ended.">
                <li>
                  <PreviewAddress slug={slug} preview={preview} timezone={timezone} />
                </li>
              </HeldRow>
            ))}
          </ul>
        </Section>
      )}
    </OfficePage>
  );
}
