import { useQuery } from "@tanstack/react-query";
import type { PurchaseStep, TestPurchase } from "@foyer/contract/office/catalogue/previews.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { PreviewSection } from "./PreviewSection.tsx";
import { purchasesQuery } from "./previewQueries.ts";
import css from "./Previews.module.css";

/** A test purchase with a test card on the real storefront, and its progress. */
export function TestPurchaseSection({ slug }: { readonly slug: string }) {
  return (
    <PreviewSection
      slug={slug}
      title="Test purchase"
      lead={
        "Opens a preview of your storefront. Buy in it with the test card 4242\u00a04242\u00a04242\u00a04242. The purchase takes the same steps as any other, but with the built-in test gateway. It shows that the storefront sells, not that the keys above work: keys are tested when they are stored. It is not in any report."
      }
      labels={{ open: "Make a test purchase", refresh: "Make a test purchase" }}
    >
      {(preview_id) => <Purchases slug={slug} preview_id={preview_id} />}
    </PreviewSection>
  );
}

function Purchases({ slug, preview_id }: { readonly slug: string; readonly preview_id: string }) {
  const query = useQuery(purchasesQuery(slug, preview_id));
  const { data } = query;
  const { timezone } = useOwnSeller(slug);
  if (!data) return <LoadState query={query} sentence="The steps could not be loaded." />;
  if (data.purchases.length === 0)
    return <p className={css.quiet}>Choose tickets in the preview. Each step of the purchase is shown here.</p>;
  return (
    <div className={css.purchases} role="group" aria-label="Steps">
      {data.purchases.map((purchase) => (
        <div key={purchase.id} className={css.preview}>
          <h3 className={css.heading}>Started on {formatMoment(purchase.begun_at, timezone)}</h3>
          <ol className={css.steps}>
            {purchase.steps.map((step) => (
              <Step key={step.step} {...step} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

const stepNames: Readonly<Record<PurchaseStep, string>> = {
  held: "Tickets held",
  details: "Details saved",
  payment: "Paid",
  order: "Order made",
  email: "Email prepared, and not sent",
};
const states = { waiting: "Waiting", done: "Done", failed: "Refused" } as const;
const tones = { waiting: "neutral", done: "success", failed: "danger" } as const;

function Step({ step, state, detail }: TestPurchase["steps"][number]) {
  return (
    <li>
      <Tag tone={tones[state]}>{states[state]}</Tag>
      <span>{stepNames[step]}</span>
      {detail !== null && <span className={css.quiet}>{detail}</span>}
    </li>
  );
}
