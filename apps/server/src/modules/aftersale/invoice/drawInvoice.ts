import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import type { TaxLine } from "@foyer/rules/checkout/taxLines.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { moneyFormatter, percentFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { singleLine } from "../../../providers/mail/sellerText.ts";
import { membershipOrdered } from "../../cart/members/membershipActionIn.ts";
import { formatDateTime } from "../../checkout/emails/formatDateTime.ts";
import { membershipLevelText } from "../../checkout/emails/membershipFacts.ts";
import type { TextStyle } from "../../orders/tickets/createPen.ts";
import { pageMargin } from "../../orders/tickets/ticketLayout.ts";
import type { Invoice, InvoiceLine } from "./composeInvoice.ts";
import { drawTable, ensureSpace, writeParagraph, type Column, type InvoicePage, type TableRow } from "./invoicePage.ts";

/** The seller's formats for invoices. */
type Formats = {
  readonly money: (minor: number) => string;
  readonly date: (moment: string) => string;
  readonly percent: (percent: number | null) => string;
};

/** Draws an invoice: seller, buyer, what was sold, its tax by rate, how it was paid and what has changed. */
export const drawInvoice = (page: InvoicePage, invoice: Invoice): void => {
  const formats = createFormats(page, invoice);
  drawHead(page, invoice, formats);
  drawLines(page, invoice, formats);
  drawTaxes(page, invoice, formats);
  drawPayments(page, invoice, formats);
  drawChanges(page, invoice, formats);
};

const createFormats = ({ seller, t }: InvoicePage, { order }: Invoice): Formats => {
  const format = moneyFormatter(seller, order.currency);
  const date = new Intl.DateTimeFormat(seller.locale, { dateStyle: "long", timeZone: seller.timezone });
  const percent = percentFormatter(seller);
  return {
    money: (minor) => format(toDecimal(minor, order.currency)),
    date: (moment) => date.format(Temporal.Instant.from(moment).epochMilliseconds),
    percent: (rate) => (rate === null ? t("invoice.untaxed") : percent(rate)),
  };
};

const stylesOf = ({ colors }: InvoicePage) =>
  ({
    title: { role: "display", size: 24, color: colors.text },
    strong: { role: "strong", size: 10, color: colors.text },
    text: { role: "text", size: 10, color: colors.text },
    muted: { role: "text", size: 9, color: colors.text_muted },
  }) as const satisfies Readonly<Record<string, TextStyle>>;

const widthOf = ({ doc }: InvoicePage): number => doc.page.width - 2 * pageMargin;

/** Draws seller and buyer beside each other, with numbers and dates below. */
const drawHead = (page: InvoicePage, invoice: Invoice, { date }: Formats): void => {
  const { t } = page;
  const { number, order, issued_at } = invoice;
  const { title, text } = stylesOf(page);
  const width = widthOf(page);
  writeParagraph(page, t("invoice.heading"), { tag: "H1", style: title, x: pageMargin, width });
  page.y += 14;
  const top = page.y;
  drawParty(page, t("invoice.seller"), { lines: sellerLines(page, invoice), x: pageMargin });
  const below = page.y;
  page.y = top;
  const buyer = buyerLines(page, invoice);
  if (buyer.length > 0) drawParty(page, t("invoice.buyer"), { lines: buyer, x: pageMargin + width / 2 });
  page.y = Math.max(below, page.y) + 16;
  const facts = [
    `${t("invoice.number")}: ${number}`,
    `${t("invoice.order")}: ${order.order_number}`,
    `${t("invoice.purchased")}: ${date(order.created_at)}`,
    `${t("invoice.issued")}: ${date(issued_at)}`,
  ];
  for (const fact of facts) writeParagraph(page, fact, { tag: "P", style: text, x: pageMargin, width });
  page.y += 18;
};

const drawParty = (
  page: InvoicePage,
  label: string,
  { lines, x }: { readonly lines: readonly string[]; readonly x: number },
): void => {
  const { muted, strong, text } = stylesOf(page);
  const width = widthOf(page) / 2 - 16;
  writeParagraph(page, label, { tag: "P", style: muted, x, width });
  for (const [index, line] of lines.entries())
    writeParagraph(page, line, { tag: "P", style: index === 0 ? strong : text, x, width });
};

const sellerLines = ({ t }: InvoicePage, { settings }: Invoice): readonly string[] => {
  const { name, address, tax_name, tax_id } = settings;
  return [name, ...address, t("invoice.tax_id", { tax_name, tax_id })];
};

/** The buyer's lines. A name that the fonts cannot print fully is left out, because it would read as another name. */
const buyerLines = ({ t, pen }: InvoicePage, { company, buyer_name }: Invoice): readonly string[] => {
  if (company)
    return [
      company.company,
      ...company.address.split("\n"),
      ...(company.tax_id === null ? [] : [t("invoice.buyer_tax_id", { tax_id: company.tax_id })]),
    ];
  const name = singleLine(buyer_name ?? "");
  return name !== "" && pen.canPrintFully(name, "strong") ? [name] : [];
};

const drawLines = (page: InvoicePage, invoice: Invoice, formats: Formats): void => {
  const { t } = page;
  const { money, percent } = formats;
  const { settings, lines, fees, taxes, total } = invoice;
  const { strong, text } = stylesOf(page);
  const { tax_name } = settings;
  const row = (cells: readonly string[], style: TextStyle = text, tag: TableRow["tag"] = "TD"): TableRow => ({
    cells,
    style,
    tag,
  });
  const amountOf = (line: InvoiceLine): TableRow =>
    row([describeLine(page, line), String(line.quantity), money(line.unit), rateOf(line), money(line.gross)]);
  // The column's heading is the name of the seller's own tax.
  const rateOf = ({ name, percent: rate }: InvoiceLine): string =>
    name === null || name === tax_name ? percent(rate) : `${name} ${percent(rate)}`;
  drawTable(page, lineColumns(widthOf(page)), [
    row(
      [
        t("invoice.description"),
        t("invoice.quantity"),
        t("invoice.unit"),
        t("invoice.rate", { tax_name }),
        t("invoice.amount"),
      ],
      strong,
      "TH",
    ),
    ...lines.map(amountOf),
    ...(fees > 0 ? [row([t("invoice.fees"), "1", money(fees), percent(settings.rates.default), money(fees)])] : []),
    ...(lines.length === 0 ? [row([t("invoice.nothing")])] : []),
    row([t("invoice.total", { tax_name: namesOf(taxes).join(", ") || tax_name }), "", "", "", money(total)], strong),
  ]);
  page.y += 18;
};

/** The names of an invoice's taxes, each once. */
const namesOf = (taxes: readonly TaxLine[]): readonly string[] => [...new Set(taxes.flatMap(({ name }) => name ?? []))];

/** 'Garden Entry, Adult, Saturday 21 November 2026, 10:00'; for a membership, with its level. */
const describeLine = ({ seller }: InvoicePage, { ticket }: InvoiceLine): string => {
  const { start_datetime, end_datetime, timezone, ticket_date_time } = ticket;
  const all_day =
    start_datetime !== null && end_datetime !== null && isAllDay({ start_datetime, end_datetime }, ticket);
  const when = formatDateTime({ start_datetime, timezone, ticket_date_time, all_day }, seller.locale);
  const action = membershipOrdered(ticket);
  const level = action && membershipLevelText(seller, { level: ticket.group_name, action });
  return [ticket.event_name, level, ticket.type_name, when].filter(Boolean).join(", ");
};

const lineColumns = (width: number): readonly Column[] => {
  const [quantity, unit, rate, amount] = [56, 74, 56, 80];
  const description = width - quantity - unit - rate - amount;
  return placeColumns([description, quantity, unit, rate, amount]);
};

/** Places the first column at the left, and amounts aligned to the right. */
const placeColumns = (widths: readonly number[]): readonly Column[] => {
  let x = pageMargin;
  return widths.map((width, index): Column => {
    const column = { x, width: width - 8, align: index === 0 ? "start" : "end" } as const;
    x += width;
    return column;
  });
};

const drawTaxes = (page: InvoicePage, { settings, taxes }: Invoice, { money, percent }: Formats): void => {
  if (taxes.length === 0) return;
  const { t } = page;
  const { strong, text } = stylesOf(page);
  const { tax_name } = settings;
  const nameOf = ({ name, percent: rate }: TaxLine): string =>
    rate === null ? t("invoice.no_tax", { tax_name }) : `${name ?? tax_name} ${percent(rate)}`;
  const quarter = widthOf(page) / 4;
  drawTable(page, placeColumns([quarter, quarter, quarter, quarter]), [
    {
      cells: [
        t("invoice.tax_rate", { tax_name }),
        t("invoice.net"),
        t("invoice.tax", { tax_name }),
        t("invoice.gross"),
      ],
      style: strong,
      tag: "TH",
    },
    ...taxes.map((line): TableRow => ({
      cells: [nameOf(line), money(line.net), money(line.tax), money(line.gross)],
      style: text,
      tag: "TD",
    })),
  ]);
  page.y += 18;
};

const drawPayments = (page: InvoicePage, { payments, changes }: Invoice, { money }: Formats): void => {
  const { t } = page;
  const moved = changes.reduce((sum, change) => sum + change.moved, 0);
  const lines = [
    ...payments.flatMap(({ amount, given_back, gift_card_number }) => {
      const card = gift_card_number === null ? "" : `…${gift_card_number.slice(-4)}`;
      const paid = card === "" ? t("invoice.paid") : t("invoice.paid_gift_card", { card });
      const back = card === "" ? t("invoice.refunded") : t("invoice.refunded_gift_card", { card });
      return [`${paid}: ${money(amount)}`, ...(given_back > 0 ? [`${back}: ${money(-given_back)}`] : [])];
    }),
    ...(moved > 0 ? [`${t("invoice.moved")}: ${money(-moved)}`] : []),
    ...(payments.length === 0 ? [t("invoice.free")] : []),
  ];
  drawNotes(page, t("invoice.payment"), lines);
};

const drawChanges = (page: InvoicePage, { changes }: Invoice, { money, date }: Formats): void => {
  const { t } = page;
  const ofTickets = changes.filter(({ tickets }) => tickets > 0);
  if (ofTickets.length === 0) return;
  const lines = ofTickets.map(({ at, tickets, value, added_tickets, added }) =>
    t(added_tickets > 0 ? "invoice.changed" : "invoice.cancelled", {
      date: date(at),
      count: String(tickets),
      amount: money(value),
      added_count: String(added_tickets),
      added: money(added),
    }),
  );
  drawNotes(page, t("invoice.changes"), lines);
};

const drawNotes = (page: InvoicePage, heading: string, lines: readonly string[]): void => {
  const { strong, text } = stylesOf(page);
  const place = { x: pageMargin, width: widthOf(page) };
  // Keeps a heading together with the text below it.
  ensureSpace(page, 40);
  writeParagraph(page, heading, { tag: "H2", style: strong, ...place });
  for (const line of lines) writeParagraph(page, line, { tag: "P", style: text, ...place });
  page.y += 14;
};
