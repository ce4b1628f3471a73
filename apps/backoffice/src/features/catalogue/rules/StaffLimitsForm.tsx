import { Configuration } from "@foyer/contract/shop/seller.ts";
import { exceededRefundLimit, exceedsCompLimit } from "@foyer/rules/aftersale/staffLimits.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { TextField } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import { count, formatMoney } from "../../../shared/format/format.ts";
import type { SellerForm } from "../SellerFrame.tsx";
import { Group } from "./ChangeRulesForm.tsx";
import besideCss from "../../../shared/styles/Beside.module.css";
import css from "./Rules.module.css";

/** How much the box office can refund and give away without a colleague who may exceed the limits. */
export function StaffLimitsForm({ seller, onEdit, read }: SellerForm) {
  const configuration = recordOf(seller["configuration"]);
  const set = (name: string) => (next: Loose) =>
    onEdit({
      ...seller,
      configuration: withField(configuration, name, Object.keys(next).length > 0 ? next : undefined),
    });
  const refunds = { record: recordOf(configuration["refund_limits"]), at: "configuration.refund_limits" };
  const comps = { record: recordOf(configuration["comp_limits"]), at: "configuration.comp_limits" };
  const { refund_limits, comp_limits } = Configuration.shape;
  const limits = refund_limits.safeParse(configuration["refund_limits"]);
  const given = comp_limits.safeParse(configuration["comp_limits"]);
  const sentences = [
    ...(limits.success ? refundSentences(limits.data ?? {}, read.currency) : []),
    ...(given.success ? [compSentence(given.data)] : []),
  ];
  return (
    <div className={`${besideCss.columns} ${css.columns}`}>
      <div className={css.form}>
        <Group title="Refunds at the counter">
          <TextField
            {...refunds}
            onEdit={set("refund_limits")}
            name="order"
            label="Of one order"
            before={read.currency}
            hint="Empty: no limit."
          />
          <TextField
            {...refunds}
            onEdit={set("refund_limits")}
            name="day"
            label="By one person on a day"
            before={read.currency}
            hint="Empty: no limit."
          />
        </Group>
        <Group title="Tickets given away">
          <TextField
            {...comps}
            onEdit={set("comp_limits")}
            name="day"
            label="By one person on a day"
            isNumber
            hint="Empty: no limit."
          />
        </Group>
      </div>
      <section className={css.examples} aria-label="Examples">
        <h2 className={css.heading}>Examples</h2>
        <ul className={css.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className={css.quiet}>
          The limits are those of box office. Owner, manager and finance go beyond them for refunds, owner and manager
          for tickets given away.
        </p>
      </section>
    </div>
  );
}

/** Examples: somebody refunds 30, and then 30 again, of one order on one day. */
const refundSentences = (limits: Parameters<typeof exceededRefundLimit>[0], currency: string): readonly string[] => {
  const amount = fromDecimal("30", currency) ?? 0;
  const money = (minor: number): string => formatMoney(toDecimal(minor, currency), currency);
  return [0, amount].map((already) => {
    const before = { order: already, day: already };
    const exceeded = exceededRefundLimit(limits, { before, refund: amount, currency });
    const what = already === 0 ? `A refund of ${money(amount)}` : `Another ${money(amount)} of the same order`;
    return exceeded
      ? `${what} is refused: ${money(exceeded.left)} is left for the ${exceeded.span}.`
      : `${what} is given.`;
  });
};

const compSentence = (limits: Parameters<typeof exceedsCompLimit>[0] | undefined): string => {
  if (!limits) return "Any number of tickets can be given away.";
  const isAllowed = !exceedsCompLimit(limits, { before: limits.day, tickets: 1 });
  return isAllowed
    ? "Any number of tickets can be given away."
    : `A person who gave away ${count(limits.day, "ticket")} today cannot give away more.`;
};
