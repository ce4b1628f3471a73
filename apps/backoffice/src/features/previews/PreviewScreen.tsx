import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { maxPreviews } from "@foyer/contract/office/catalogue/previews.ts";
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
  const others = data?.previews.filter(({ is_own }) => !is_own) ?? [];
  return (
    <OfficePage title="Preview" lead="What buyers would see if all drafts were published now.">
      <DraftPreview slug={slug} />
      {others.length > 0 && (
        <Section title="Previews of colleagues" lead={`There can be ${maxPreviews} at once.`}>
          <ul className={css.others}>
            {others.map((preview) => (
              <li key={preview.id}>
                <PreviewAddress slug={slug} preview={preview} timezone={timezone} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </OfficePage>
  );
}
