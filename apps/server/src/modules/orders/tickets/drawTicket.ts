import { flattenColor } from "@foyer/rules/values/theme/themeColors.ts";
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
  type Position,
  type TextBlock,
  type TicketPage,
} from "./ticketLayout.ts";
import type { PrintedTicket } from "./readPrintedTickets.ts";

/** Height of a label with a one-line value, and the space below. */
const detailHeight = 44;

/** The vertical positions of a ticket's card: the coloured band with the event, and the rest below it. */
type CardFrame = { readonly top: number; readonly bandHeight: number; readonly bottom: number };
/** Space in the column beside the QR code. */
type Column = Position & { readonly width: number };
/** Draws later, because a card's height is only known when everything in it has been laid out. */
type Layout = { readonly draws: readonly (() => void)[]; readonly y: number };

/** Draws one ticket on the current page: seller and event above, date and venue on the left, the QR code on the right. */
export const drawTicket = (page: TicketPage, ticket: PrintedTicket): void => {
  const { doc, colors } = page;
  const wide = doc.page.width - 2 * pageMargin;
  const { createBlock, drawBlock } = createLayout(page);
  drawHeader(page);

  const onBrand = { color: colors.on_brand } as const;
  const titleWidth = wide - 2 * padding;
  const title = createBlock(
    ticket.event_name,
    { role: "display", size: 30, ...onBrand },
    { width: titleWidth, leading: 34, most: 3 },
  );
  const kind = createBlock(
    ticket.type_name,
    { role: "strong", size: 13, ...onBrand },
    { width: titleWidth, leading: 18, most: 2 },
  );
  const top = 104;
  const bandHeight = padding + blockHeight(title) + 8 + blockHeight(kind) + padding - 8;

  const column = { x: pageMargin + padding, width: wide - stubWidth - 2 * padding };
  const when = layoutParagraphs(page, ticket, { ...column, y: top + bandHeight + padding });
  const details = layoutDetails(page, ticket, { ...column, y: when.y + 22 });
  const bottom = Math.max(details.y + padding - 14, top + bandHeight + 268);

  drawCard(page, { top, bandHeight, bottom });
  const belowTitle = drawBlock("H1", title, { x: column.x, y: top + padding - 4 });
  drawBlock("P", kind, { x: column.x, y: belowTitle + 8 });
  for (const draw of [...when.draws, ...details.draws]) draw();
  drawCode(page, ticket, { x: pageMargin + wide - stubWidth, y: top + bandHeight + padding });
  drawConditions(page, bottom + 34);
};

/** Date, time and venue. */
const layoutParagraphs = (page: TicketPage, ticket: PrintedTicket, { x, width, y: from }: Column): Layout => {
  const { seller, colors } = page;
  const { createBlock, drawBlock } = createLayout(page);
  const text = { role: "text", size: 12, color: colors.text } as const;
  const muted = { ...text, size: 11, color: colors.text_muted };
  const strong = { ...text, role: "strong", size: 15.5 } as const;
  const venue = { ...text, role: "strong", size: 12.5 } as const;
  const { day, time } = formatDayAndTime(ticket, seller.locale);
  const paragraphs: readonly (readonly [TextBlock, space: number])[] = [
    [createBlock(ticket.card?.term ?? day, strong, { width, leading: 21, most: 3 }), 0],
    [createBlock(time, strong, { width, leading: 21, most: 1 }), 0],
    [createBlock(ticket.venue_name ?? "", venue, { width, leading: 17, most: 2 }), 14],
    [createBlock(ticket.venue_address ?? "", muted, { width, leading: 15, most: 3 }), 0],
  ];
  const draws: (() => void)[] = [];
  let y = from;
  for (const [block, space] of paragraphs) {
    if (block.lines.length === 0) continue;
    const at = y + space;
    draws.push(() => drawBlock("P", block, { x, y: at }));
    y = at + blockHeight(block);
  }
  return { draws, y };
};

/** Name, seat and price: two in a row if they are short. */
const layoutDetails = (page: TicketPage, ticket: PrintedTicket, { x: left, width, y: from }: Column): Layout => {
  const { pen, colors } = page;
  const { createBlock, drawBlock } = createLayout(page);
  const half = width / 2;
  const labels = { role: "text", size: 9, color: colors.text_muted } as const;
  const values = { role: "strong", size: 13, color: colors.text } as const;
  const draws: (() => void)[] = [];
  let y = from;
  let isLeft = true;
  for (const { label, value } of ticketDetails(page, ticket)) {
    const isLong = pen.width(value, values) > half - 12;
    if (isLong && !isLeft) [y, isLeft] = [y + detailHeight, true];
    const above = createBlock(label, labels, { width, leading: 13, most: 1 });
    const below = createBlock(value, values, { width, leading: 17, most: 3 });
    const [x, at] = [isLeft ? left : left + half, y];
    draws.push(() => drawBlock("P", below, { x, y: drawBlock("P", above, { x, y: at }) }));
    if (isLong) y += detailHeight + blockHeight(below) - 17;
    else [y, isLeft] = [isLeft ? y : y + detailHeight, !isLeft];
  }
  return { draws, y: isLeft ? y : y + detailHeight };
};

/** The outline with the seller's corners, the coloured band, and the perforation beside the QR code. */
const drawCard = (page: TicketPage, { top, bandHeight, bottom }: CardFrame): void => {
  const { doc, seller, colors } = page;
  const wide = doc.page.width - 2 * pageMargin;
  const stubLeft = pageMargin + wide - stubWidth;
  const radius = Math.min(seller.theme.radius ?? 4, 16);
  createLayout(page).drawArtifact(() => {
    doc
      .save()
      .roundedRect(pageMargin, top, wide, bottom - top, radius)
      .clip();
    doc.rect(pageMargin, top, wide, bandHeight).fill(colors.brand);
    if (colors.accent !== colors.brand) doc.rect(pageMargin, top + bandHeight, wide, 4).fill(colors.accent);
    doc.restore();
    doc.lineWidth(0.75).strokeColor(flattenColor({ color: colors.text_muted, opacity: 0.45 }, "#ffffff"));
    doc.roundedRect(pageMargin, top, wide, bottom - top, radius).stroke();
    doc
      .moveTo(stubLeft, top + bandHeight + 18)
      .lineTo(stubLeft, bottom - 14)
      .dash(2, { space: 4 })
      .stroke()
      .undash();
  });
};

const drawHeader = (page: TicketPage): void => {
  const { doc, pen, t, seller, colors, logo, count, section, number } = page;
  const { drawBlock, createBlock } = createLayout(page);
  const name = singleLine(seller.name);
  if (logo) section.add(doc.struct("Figure", { alt: name }, () => doc.image(logo, pageMargin, 44, { fit: [200, 36] })));
  else {
    const style = { role: "display", size: 20, color: colors.brand_text } as const;
    drawBlock("P", createBlock(name, style, { width: 300, leading: 24, most: 1 }), { x: pageMargin, y: 50 });
  }
  const muted: TextStyle = { role: "text", size: 10, color: colors.text_muted };
  const strong: TextStyle = { role: "strong", size: 12, color: colors.text };
  const lines = [
    { style: strong, text: t("ticket.order"), y: 48 },
    ...(count > 1 ? [{ style: muted, text: t("ticket.number", { number: String(number) }), y: 65 }] : []),
  ];
  for (const { style, text, y } of lines) {
    const block = createBlock(text, style, { width: 220, leading: 16, most: 1 });
    drawBlock("P", block, { x: doc.page.width - pageMargin - pen.width(block.lines[0] ?? "", style), y });
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
