import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Section } from "../../shared/Page.tsx";
import css from "./OrderScreen.module.css";

/** Survey answers by the ticket group that asks; groups of which all tickets are cancelled come last. */
export function OrderAnswers({ answers }: Pick<DeskOrder, "answers">) {
  if (answers.length === 0) return null;
  const groups = [...Map.groupBy(answers, ({ ticket_group_id }) => ticket_group_id)];
  return (
    <Section title="Survey answers">
      {groups.map(([id, given]) => (
        <div key={id} className={css.answers}>
          <h3>
            {given[0]?.group} {given[0]?.is_past === true && <Tag tone="danger">Cancelled</Tag>}
          </h3>
          <dl>
            {given.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Section>
  );
}
