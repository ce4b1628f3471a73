import type { ReportColumn, ReportName } from "@foyer/contract/office/money/reports.ts";
import { giftCardGatewayId } from "../checkout/gateways.ts";

/** The amount that lines of one kind moved from `credit` to `debit`, in minor units. */
export type MovedSum = {
  readonly cause: string;
  readonly debit: string;
  readonly credit: string;
  /** The tax account of the same ticket type in the same entry; '' without tax. */
  readonly tax: string;
  readonly amount: number;
  readonly tickets: number;
};

/** One number for each column. */
export type Figures = readonly number[];

export type ReportColumns = {
  readonly columns: readonly ReportColumn[];
  /** The column that the chart shows. */
  readonly main: string;
};
/** A report based on sums of the journal: its columns, and what a sum adds to each. */
export type ReportFigures = ReportColumns & {
  readonly figuresOf: (moved: MovedSum) => Figures;
};

const money = (name: string, label: string, total: ReportColumn["total"] = "sum"): ReportColumn => ({
  name,
  label,
  kind: "money",
  total,
});
const count = (name: string, label: string, total: ReportColumn["total"] = "sum"): ReportColumn => ({
  name,
  label,
  kind: "count",
  total,
});

const isSold = ({ cause }: MovedSum): boolean => cause === "order" || cause === "change";
const familyOf = (account: string): string => account.split(":")[0] ?? account;
/** The credits of an account or its family, less its debits. */
const credited = ({ debit, credit, amount }: MovedSum, account: string): number =>
  (familyOf(credit) === account ? amount : 0) - (familyOf(debit) === account ? amount : 0);
const debited = (moved: MovedSum, account: string): number => 0 - credited(moved, account);

/**
 * Sales without tax: a sale is credited to `sales`, and its discount debited to `discounts`. Tickets that are given up are
 * booked in reverse on the day they are given up, and count as refunds here. So net is the change of sales, fees, discounts
 * and refunds.
 */
const sales: ReportFigures = {
  main: "net",
  columns: [
    count("tickets", "Tickets"),
    money("face_value", "Face value"),
    money("discounts", "Discounts"),
    money("fees", "Fees"),
    money("refunds", "Refunds"),
    money("net", "Net"),
    money("tax", "Tax"),
    money("gross", "Gross"),
  ],
  figuresOf: (moved) => {
    const { debit, credit, amount, tickets } = moved;
    const isFee = (account: string): boolean => account === "fees" || account === "change_fees";
    const face = credit === "sales" ? amount : 0;
    const discounts = debit === "discounts" ? 0 - amount : 0;
    const fees = isFee(credit) ? amount : 0;
    const back = (credit === "discounts" ? amount : 0) - (debit === "sales" || isFee(debit) ? amount : 0);
    const refunds = back + credited(moved, "refunds");
    const net = face + discounts + fees + refunds;
    const tax = credited(moved, "tax");
    return [debit === "sales" || credit === "sales" ? tickets : 0, face, discounts, fees, refunds, net, tax, net + tax];
  },
};

/** What each payment method took and gave back. For gift cards: what was spent, and what was refunded to them. */
const means: ReportFigures = {
  main: "net",
  columns: [
    money("taken", "Taken"),
    money("given_back", "Given back"),
    money("disputed", "Withheld for disputes"),
    money("charged", "Charged for disputes"),
    money("net", "Net"),
  ],
  figuresOf: (moved) => {
    if (meansOf(moved) === "") return [0, 0, 0, 0, 0];
    const isRefund = moved.cause === "refund" || moved.cause === "refund_failed";
    const account = meansOf(moved) === giftCardGatewayId ? "gift_cards" : "cash";
    const sum = debited(moved, account);
    const disputed = credited(moved, "disputes");
    const charged = credited(moved, "provider_fees");
    const taken = isRefund || disputed !== 0 || charged !== 0 ? 0 : sum;
    return [taken, isRefund ? sum : 0, disputed, charged, sum];
  },
};

/** The gateway whose money a sum moved, such as `test`, or `ledger` for gift cards; '' if it moved none. */
export const meansOf = ({ cause, debit, credit }: MovedSum): string => {
  for (const account of [debit, credit]) if (account.startsWith("cash:")) return account.slice("cash:".length);
  const isSpent = debit === "gift_cards" && credit === "suspense";
  const isBack = cause === "refund" || cause === "refund_failed";
  const isCard = debit === "gift_cards" || credit === "gift_cards";
  return isSpent || (isBack && isCard) ? giftCardGatewayId : "";
};

/**
 * The balance of all gift cards, and why it has changed. `withBalances` adds the opening. Ended: the balance left on
 * expired cards, less what was restored with a later expiry.
 */
const giftCards: ReportFigures = {
  main: "closing",
  columns: [
    money("opening", "Opening", "first"),
    money("sold", "Issued, sold"),
    money("free", "Issued, not sold"),
    money("spent", "Spent"),
    money("given_back", "Given back"),
    money("adjusted", "Adjusted"),
    money("voided", "Voided"),
    money("ended", "Ended"),
    money("closing", "Closing", "last"),
  ],
  figuresOf: (moved) => {
    const sum = credited(moved, "gift_cards");
    const none = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    if (sum === 0) return none;
    return none.with(giftCardColumn(moved, sum), sum).with(8, sum);
  },
};

const giftCardColumn = (moved: MovedSum, sum: number): number => {
  if (moved.cause === "refund" || moved.cause === "refund_failed") return 4;
  if (moved.cause === "card_issued") return 2;
  if (moved.cause === "card_adjusted") return sum > 0 ? 5 : 6;
  return moved.credit === "suspense" ? 3 : 1;
};

/** Sales by tax rate, after discounts and less what was given up: tax is rounded once for each ticket. */
const tax: ReportFigures = {
  main: "gross",
  columns: [money("net", "Net"), money("tax", "Tax"), money("gross", "Gross")],
  figuresOf: (moved) => {
    const net = ["sales", "fees", "change_fees", "discounts"].reduce((sum, one) => sum + credited(moved, one), 0);
    const due = credited(moved, "tax");
    return [net, due, net + due];
  },
};

/** The rate of a sum, with the name of the tax if a ticket type names one: '20', '5:VAT'; '' without tax. */
export const rateOf = ({ debit, credit, tax: account }: MovedSum): string =>
  [debit, credit, account].find((one) => one.startsWith("tax:"))?.slice("tax:".length) ?? "";

const donations: ReportFigures = {
  main: "net",
  columns: [
    count("donations", "Donations"),
    money("given", "Given"),
    money("taken_back", "Taken back"),
    money("net", "Net"),
  ],
  figuresOf: (moved) => {
    const { debit, credit, amount, tickets } = moved;
    const given = credit === "donations" && isSold(moved) ? amount : 0;
    const net = credited(moved, "donations");
    const isDonation = debit === "donations" || credit === "donations";
    // The price can be less than the donation if the seller discounts donations.
    return [isDonation ? tickets : 0, given, net - given, net];
  },
};

/**
 * What was sold with a code or a discount, without tax and fees. Tickets that are given up count as a refund on the day
 * they are given up.
 */
const codes: ReportColumns = {
  main: "discounts",
  columns: [
    count("orders", "Orders"),
    count("tickets", "Tickets"),
    money("face_value", "Face value"),
    money("discounts", "Discounts"),
    money("refunds", "Refunds"),
    money("net", "Net"),
  ],
};

/** The tickets that staff gave away, at the price they would have cost. */
const comps: ReportColumns = {
  main: "worth",
  columns: [count("orders", "Orders"), count("tickets", "Tickets"), money("worth", "Worth")],
};

/** Donations, by whether the donor declared Gift Aid; `net` is the same as in the donations report. */
const giftAid: ReportColumns = {
  main: "declared",
  columns: [
    count("donations", "Donations with Gift Aid"),
    money("declared", "With Gift Aid"),
    money("undeclared", "Without"),
    money("net", "Net"),
  ],
};

/** What staff did beyond the rules. `net`: how it changed the net of the sales report. */
const overrides: ReportColumns = {
  main: "overrides",
  columns: [
    count("overrides", "Times"),
    count("tickets", "Tickets"),
    money("net", "Net sales changed by"),
    money("waived", "Differences waived"),
  ],
};

/** Membership terms: how many are valid, how many began, and how many ended. `withBalances` adds the opening. */
const memberships: ReportColumns = {
  main: "closing",
  columns: [
    count("opening", "Valid before", "first"),
    count("joined", "New"),
    count("renewed", "Renewed or lengthened"),
    count("moved", "Other level"),
    count("given", "Gifts redeemed"),
    count("ended", "Terms over"),
    count("cancelled", "Cancelled"),
    count("closing", "Valid after", "last"),
  ],
};

/** Every report that is based on sums of the journal. */
export const reportFigures = {
  sales,
  money: means,
  gift_cards: giftCards,
  tax,
  donations,
} as const satisfies Partial<Readonly<Record<ReportName, ReportFigures>>>;
export type JournalReportName = keyof typeof reportFigures;

/** The columns of every report. */
export const reportColumns = {
  ...reportFigures,
  codes,
  gift_aid: giftAid,
  comps,
  overrides,
  memberships,
} as const satisfies Readonly<Record<ReportName, ReportColumns>>;

export const noFigures = ({ columns }: Pick<ReportColumns, "columns">): Figures => columns.map(() => 0);
export const addFigures = (one: Figures, other: Figures): Figures =>
  one.map((value, index) => value + (other[index] ?? 0));

/** The totals of the sums in each column. */
export const figuresOfSums = (report: ReportFigures, sums: readonly MovedSum[]): Figures =>
  sums.reduce((figures, moved) => addFigures(figures, report.figuresOf(moved)), noFigures(report));

/**
 * The balances of consecutive periods: each opens with the previous closing. `opening`: before the first period. The rows
 * contain only the change, in the closing column.
 */
export const withBalances = (
  { columns }: Pick<ReportColumns, "columns">,
  opening: number,
  rows: readonly Figures[],
): readonly Figures[] => {
  const [first, last] = [
    columns.findIndex(({ total }) => total === "first"),
    columns.findIndex(({ total }) => total === "last"),
  ];
  let balance = opening;
  return rows.map((row) => {
    const before = balance;
    balance += row[last] ?? 0;
    return row.with(first, before).with(last, balance);
  });
};

/** The totals row: sums, and for balances the first or last value. */
export const totalOfRows = ({ columns }: Pick<ReportColumns, "columns">, rows: readonly Figures[]): Figures =>
  columns.map(({ total }, index) => {
    if (total === "first") return rows[0]?.[index] ?? 0;
    if (total === "last") return rows.at(-1)?.[index] ?? 0;
    return rows.reduce((sum, row) => sum + (row[index] ?? 0), 0);
  });
