import { flattenColor } from "@foyer/rules/values/themeColors.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { singleLine } from "../../../providers/mail/sellerText.ts";
import { formatDayAndTime } from "../../checkout/emails/formatDateTime.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import type { TextStyle } from "./createPen.ts";
import {
  drawCode,
  drawConditions,
  blockHeight,
  pageMargin,
  padding,
  createLayout,
  stubWidth,
  type TextBlock,
  type TicketPage,
} from "./ticketLayout.ts";
import type { PrintedTicket } from "./readPrintedTickets.ts";

/** A label, a value of one line, and the space after them. */
const detailHeight = 44;

/** One ticket on the page that is open: brand and event above, when and where at the left, the code at the right. */
export const drawTicket = (
  page: TicketPage,
  section: PDFKit.PDFStructureElement,
  ticket: PrintedTicket,
  number: number,
): void => {
  const { doc, t, seller, colors } = page;
  const wide = doc.page.width - 2 * pageMargin;
  const right = pageMargin + wide;
  const radius = Math.min(seller.theme.radius ?? 4, 16);
  const { drawArtifact, createBlock, drawBlock } = createLayout(page, section);

  drawHeader(page, section, number);

  // The event, on the seller's own colour.
  const title = createBlock(
    ticket.event_name,
    { role: "display", size: 30, color: colors.on_brand },
    wide - 2 * padding,
    34,
    3,
  );
  const kind = createBlock(
    ticket.type_name,
    { role: "strong", size: 13, color: colors.on_brand },
    wide - 2 * padding,
    18,
    2,
  );
  const top = 104;
  const band = padding + blockHeight(title) + 8 + blockHeight(kind) + padding - 8;

  // Beneath it, when and where.
  const left = pageMargin + padding;
  const column = wide - stubWidth - 2 * padding;
  const text = { role: "text", size: 12, color: colors.text } as const;
  const muted = { ...text, size: 11, color: colors.text_muted };
  const { day, time } = formatDayAndTime(ticket, seller.locale);
  const when = { ...text, role: "strong", size: 15.5 } as const;
  const paragraphs: readonly (readonly [TextBlock, space: number])[] = [
    [createBlock(ticket.card?.term ?? day, when, column, 21, 3), 0],
    [createBlock(time, when, column, 21, 1), 0],
    [createBlock(ticket.venue_name ?? "", { ...text, role: "strong", size: 12.5 }, column, 17, 2), 14],
    [createBlock(ticket.venue_address ?? "", muted, column, 15, 3), 0],
  ];
  const rows: (() => void)[] = [];
  let y = top + band + padding;
  for (const [one, space] of paragraphs) {
    if (one.lines.length === 0) continue;
    const at = y + space;
    rows.push(() => drawBlock("P", one, left, at));
    y = at + blockHeight(one);
  }

  // Then whose it is, where they sit and what it cost: short ones side by side.
  y += 22;
  const half = column / 2;
  const labels = { ...text, size: 9, color: colors.text_muted };
  const values = { ...text, role: "strong", size: 13 } as const;
  let isLeft = true;
  for (const { label, value } of ticketDetails(page, ticket)) {
    const isLong = page.pen.width(value, values) > half - 12;
    if (isLong && !isLeft) [y, isLeft] = [y + detailHeight, true];
    const above = createBlock(label, labels, column, 13, 1);
    const below = createBlock(value, values, column, 17, 3);
    const [x, at] = [isLeft ? left : left + half, y];
    rows.push(() => drawBlock("P", below, x, drawBlock("P", above, x, at)));
    if (isLong) y += detailHeight + blockHeight(below) - 17;
    else [y, isLeft] = [isLeft ? y : y + detailHeight, !isLeft];
  }
  if (!isLeft) y += detailHeight;
  const bottom = Math.max(y + padding - 14, top + band + 268);

  drawArtifact(() => {
    // Square at the perforation, the seller's corners outside.
    doc
      .save()
      .roundedRect(pageMargin, top, wide, bottom - top, radius)
      .clip();
    doc.rect(pageMargin, top, wide, band).fill(colors.brand);
    if (colors.accent !== colors.brand) doc.rect(pageMargin, top + band, wide, 4).fill(colors.accent);
    doc.restore();
    doc.lineWidth(0.75).strokeColor(flattenColor({ color: colors.text_muted, opacity: 0.45 }, "#ffffff"));
    doc.roundedRect(pageMargin, top, wide, bottom - top, radius).stroke();
    doc
      .moveTo(right - stubWidth, top + band + 18)
      .lineTo(right - stubWidth, bottom - 14)
      .dash(2, { space: 4 })
      .stroke()
      .undash();
  });
  drawBlock("P", kind, left, drawBlock("H1", title, left, top + padding - 4) + 8);
  for (const draw of rows) draw();
  drawCode(page, section, ticket, number, { x: right - stubWidth, y: top + band + padding });
  drawConditions(page, section, bottom + 34, t("ticket.conditions"));
};

const drawHeader = (page: TicketPage, section: PDFKit.PDFStructureElement, number: number): void => {
  const { doc, pen, t, seller, colors, logo, count } = page;
  const { drawBlock, createBlock } = createLayout(page, section);
  const name = singleLine(seller.name);
  if (logo) section.add(doc.struct("Figure", { alt: name }, () => doc.image(logo, pageMargin, 44, { fit: [200, 36] })));
  else
    drawBlock(
      "P",
      createBlock(name, { role: "display", size: 20, color: colors.brand_text }, 300, 24, 1),
      pageMargin,
      50,
    );
  const style: TextStyle = { role: "text", size: 10, color: colors.text_muted };
  const strong: TextStyle = { role: "strong", size: 12, color: colors.text };
  const words = [
    { ink: strong, text: t("ticket.order"), y: 48 },
    ...(count > 1 ? [{ ink: style, text: t("ticket.number", { number: String(number) }), y: 65 }] : []),
  ];
  for (const { ink: style, text, y } of words) {
    const one = createBlock(text, style, 220, 16, 1);
    drawBlock("P", one, doc.page.width - pageMargin - pen.width(one.lines[0] ?? "", style), y);
  }
};

const ticketDetails = ({ pen, t, seller, order }: TicketPage, ticket: PrintedTicket) => {
  const money = moneyFormatter(seller, order.currency);
  const guest = singleLine(ticket.admit_name ?? "");
  return [
    { label: t("ticket.guest"), value: pen.canPrintFully(guest, "strong") ? guest : t("ticket.guest_in_order") },
    { label: t("ticket.member_number"), value: ticket.card?.member_number ?? "" },
    { label: t("ticket.seat"), value: singleLine(ticket.seat_name ?? "") },
    {
      label: t("ticket.price"),
      value:
        ticket.paid === null
          ? ""
          : ticket.paid === 0
            ? t("ticket.free")
            : money(toDecimal(ticket.paid, order.currency)),
    },
  ].filter(({ value }) => pen.canPrint(value, "strong"));
};
