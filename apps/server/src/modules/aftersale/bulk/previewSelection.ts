import type { BulkPreview } from "@foyer/contract/office/bulk.ts";
import { bulkObstacle } from "@foyer/rules/aftersale/bulkObstacle.ts";
import { splitRefund } from "@foyer/rules/aftersale/quoteChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { cartsOfSessions, noCarts, paymentsOfOrders, type BulkOrderRow, type BulkPaymentRow } from "./bulkFacts.sql.ts";
import type { BulkSelection } from "./bulkSelection.ts";
import { previewEmails } from "./previewEmails.ts";
import { bulkChoiceOf } from "./queueBulkEmail.ts";

/** The most orders that a preview lists for each reason. */
const namedOrders = 20;

/** What a job would do now, in numbers. */
export const previewSelection = async (ctx: CheckoutJobContext, selection: BulkSelection): Promise<BulkPreview> => {
  const { request, orders, fitting, places } = selection;
  const { db, seller } = ctx;
  const currency = seller.default_currency_code;
  const payments =
    request.action === "write"
      ? []
      : await paymentsOfOrders(
          db,
          seller.id,
          fitting.map(({ order_id }) => order_id),
        );
  const sums = sumsBack(selection, payments);
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0);
  return {
    orders: orders.length,
    people: orders.reduce((sum, { people }) => sum + people, 0),
    tickets: fitting.reduce((sum, { booked }) => sum + booked, 0),
    currency,
    back: [...sums].map(([means, amount]) => ({ means, amount: toDecimal(amount, currency) })),
    total_back: toDecimal(total, currency),
    cannot: setAside(selection),
    ...(request.session_ids.length > 0 ? await cartsOfSessions(db, seller.id, request.session_ids) : noCarts),
    places: places && { ...places },
    ...countEmails(selection),
    emails: await previewEmails(ctx, selection),
  };
};

/** How many buyers the job writes to. A choice goes to each with a valid ticket, whether the order can be changed or not. */
const countEmails = ({
  request,
  orders,
  fitting,
}: BulkSelection): Pick<BulkPreview, "with_email" | "without_email"> => {
  const told = bulkChoiceOf(request) ? orders.filter(({ booked }) => booked > 0) : fitting;
  const with_email = told.filter(({ hasEmail }) => hasEmail).length;
  return { with_email, without_email: told.length - with_email };
};

/** The refunds by gateway, limited to what the orders' payments have left. */
const sumsBack = (
  { request, fitting }: BulkSelection,
  payments: readonly BulkPaymentRow[],
): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  const add = (means: string, amount: number) => void (amount > 0 && sums.set(means, (sums.get(means) ?? 0) + amount));
  const byOrder = Map.groupBy(payments, ({ order_id }) => order_id);
  for (const order of fitting) {
    const sources = byOrder.get(order.order_id) ?? [];
    const available = Math.max(0, sources.reduce((sum, { left }) => sum + left, 0) - (sources[0]?.moved ?? 0));
    const back = Math.min(available, valueBack(request.action, order));
    if (request.action === "gift_card") add("new_gift_card", back + bonusOf(order, back));
    else
      for (const { payment_id, amount } of splitRefund(back, sources))
        add(sources.find((one) => one.payment_id === payment_id)?.gateway_id ?? "", amount);
  }
  return sums;
};

/** A part of the value has that part of the bonus. */
const bonusOf = ({ value, bonus }: BulkOrderRow, back: number): number =>
  value === 0 ? 0 : Math.round((bonus * back) / value);

const valueBack = (action: BulkSelection["request"]["action"], { value, cheaper }: BulkOrderRow): number =>
  action === "write" ? 0 : action === "move" ? Math.max(0, cheaper) : value;

const setAside = ({ request, orders }: BulkSelection): BulkPreview["cannot"] => {
  const reasons = Map.groupBy(orders, (order) => bulkObstacle(request.action, order));
  return [...reasons].flatMap(([reason, found]) =>
    reason === null
      ? []
      : [
          {
            reason,
            orders: found.length,
            order_numbers: found.slice(0, namedOrders).map(({ order_number }) => order_number),
          },
        ],
  );
};
