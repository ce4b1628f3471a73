import { use } from "react";
import { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { changePolicyOf } from "@foyer/rules/aftersale/changePolicy.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ChapterForm } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import type { SellerForm } from "../SellerFrame.tsx";
import { ChangeRulesForm, Group } from "./ChangeRulesForm.tsx";
import { PolicyExamplesList } from "./PolicyExamples.tsx";
import besideCss from "../../../shared/styles/Beside.module.css";
import css from "./Rules.module.css";

/** The product's rules, which apply if a seller only enables changes of orders. */
const productPolicy = changePolicyOf({ enabled: true, anon_editing: false }, { category: null });

/** The seller's rules for changes after the sale, with examples. */
export function AfterSaleForm({ seller, onEdit, read }: SellerForm) {
  const { isReadOnly } = use(ChapterForm);
  const configuration = recordOf(seller["configuration"]);
  const record = recordOf(configuration["self_edit"]);
  const set = (next: Loose): void =>
    onEdit({
      ...seller,
      configuration: withField(configuration, "self_edit", { enabled: false, anon_editing: false, ...next }),
    });
  const { categories } = record;
  // Categories restrict rules to some events, and the example has no event.
  const rules = SelfEdit.safeParse({
    enabled: false,
    anon_editing: false,
    ...withField(record, "categories", undefined),
  });
  return (
    <div className={`${besideCss.columns} ${css.columns}`}>
      <div className={css.form}>
        <Group title="Who">
          <Checkbox
            label="Buyers change their orders online"
            hint="Without it, the order’s page says how to reach the venue."
            checked={record["enabled"] === true}
            disabled={isReadOnly}
            onChange={({ target }) => set({ ...record, enabled: target.checked })}
          />
          <Checkbox
            label="Also without a login"
            hint="Anyone with the order’s link, which is in its emails."
            checked={record["anon_editing"] === true}
            disabled={isReadOnly}
            onChange={({ target }) => set({ ...record, anon_editing: target.checked })}
          />
        </Group>
        {Array.isArray(categories) && (
          <p className={css.quiet}>Only events of these categories: {categories.map(String).join(", ") || "none"}.</p>
        )}
        <ChangeRulesForm
          record={record}
          at="configuration.self_edit"
          currency={read.currency}
          onEdit={set}
          otherwise={productPolicy}
        />
      </div>
      <PolicyExamplesList
        policy={rules.success ? changePolicyOf(rules.data, { category: null }) : undefined}
        currency={read.currency}
        step={read.amount_step}
        timezone={read.timezone}
      />
    </div>
  );
}
