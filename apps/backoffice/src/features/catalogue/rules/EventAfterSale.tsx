import { useQuery } from "@tanstack/react-query";
import { ChangeRules, SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { changePolicyOf } from "@foyer/rules/aftersale/changePolicy.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { chapterQuery, type ChapterReply } from "../catalogueQueries.ts";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import { ChangeRulesForm } from "./ChangeRulesForm.tsx";
import { PolicyExamplesList } from "./PolicyExamples.tsx";
import css from "./Rules.module.css";

type EventProps = {
  readonly slug: string;
  readonly event: Loose;
  readonly read: ChapterReply;
  readonly onEdit: (event: Loose) => void;
};

/** The event's own rules; the seller's apply to the rest. */
export function EventAfterSale({ slug, event, read, onEdit }: EventProps) {
  const query = useQuery(chapterQuery(slug, "seller"));
  const { data } = query;
  if (!data) return <LoadState query={query} skeleton="tile" count={2} />;
  const chapter = recordOf(data.draft ? data.draft.document : data.published);
  const ofSeller = SelfEdit.safeParse(recordOf(chapter["configuration"])["self_edit"]);
  const seller = ofSeller.success ? ofSeller.data : undefined;
  const meta = recordOf(event["meta"]);
  const record = recordOf(meta["self_edit"]);
  const set = (next: Loose): void =>
    onEdit(withField(event, "meta", withField(meta, "self_edit", Object.keys(next).length > 0 ? next : undefined)));
  const own = ChangeRules.safeParse(record);
  const category = textOf(event["category"]) || null;
  return (
    <div className={css.form}>
      {seller?.enabled !== true && (
        <Banner tone="info">
          Buyers cannot change orders online: the seller’s rules do not allow it. See Sales rules.
        </Banner>
      )}
      <ChangeRulesForm
        record={record}
        at="meta.self_edit"
        currency={read.currency}
        onEdit={set}
        otherwise={changePolicyOf(seller, { category })}
        inherits="Same as the seller"
      />
      <PolicyExamplesList
        policy={own.success ? changePolicyOf(seller, { category, self_edit: own.data }) : undefined}
        currency={read.currency}
        step={read.amount_step}
        timezone={read.timezone}
      />
    </div>
  );
}
