import { laidOn } from "@foyer/rules/contrast.ts";
import { toWire } from "@foyer/rules/money.ts";
import { oneLine } from "../../outside/mail/letterWords.ts";
import { dayAndTime } from "../checkout/letterMoment.ts";
import { letterMoney } from "../../outside/mail/letterMoney.ts";
import type { Ink } from "./printPen.ts";
import {
  drawCode,
  drawConditions,
  heightOf,
  margin,
  pad,
  printing,
  stub,
  type Block,
  type Sheet,
} from "./ticketParts.ts";
import type { PrintedTicket } from "./ticketSheet.ts";

/** A label, a value of one line, and the space after them. */
const factHeight = 44;

/** One ticket on the page that is open: brand and event above, when and where at the left, the code at the right. */
export const drawTicket = (
  sheet: Sheet,
  section: PDFKit.PDFStructureElement,
  ticket: PrintedTicket,
  number: number,
): void => {
  const { doc, say, seller, colors } = sheet;
  const wide = doc.page.width - 2 * margin;
  const right = margin + wide;
  const radius = Math.min(seller.theme.radius ?? 4, 16);
  const { line, block, put } = printing(sheet, section);

  headOfPage(sheet, section, number);

  // The event, on the seller's own colour.
  const title = block(ticket.event_name, { use: "display", size: 30, color: colors.on_brand }, wide - 2 * pad, 34, 3);
  const kind = block(ticket.type_name, { use: "strong", size: 13, color: colors.on_brand }, wide - 2 * pad, 18, 2);
  const top = 104;
  const band = pad + heightOf(title) + 8 + heightOf(kind) + pad - 8;

  // Beneath it, when and where.
  const left = margin + pad;
  const column = wide - stub - 2 * pad;
  const text = { use: "text", size: 12, color: colors.text } as const;
  const muted = { ...text, size: 11, color: colors.text_muted };
  const { day, time } = dayAndTime(ticket, seller.locale);
  const when = { ...text, use: "strong", size: 15.5 } as const;
  const said: readonly (readonly [Block, space: number])[] = [
    [block(ticket.card?.term ?? day, when, column, 21, 3), 0],
    [block(time, when, column, 21, 1), 0],
    [block(ticket.venue_name ?? "", { ...text, use: "strong", size: 12.5 }, column, 17, 2), 14],
    [block(ticket.venue_address ?? "", muted, column, 15, 3), 0],
  ];
  const rows: (() => void)[] = [];
  let y = top + band + pad;
  for (const [one, space] of said) {
    if (one.lines.length === 0) continue;
    const at = y + space;
    rows.push(() => put("P", one, left, at));
    y = at + heightOf(one);
  }

  // Then whose it is, where they sit and what it cost: short ones side by side.
  y += 22;
  const half = column / 2;
  const labels = { ...text, size: 9, color: colors.text_muted };
  const values = { ...text, use: "strong", size: 13 } as const;
  let isLeft = true;
  for (const { label, value } of factsOf(sheet, ticket)) {
    const isLong = sheet.pen.width(value, values) > half - 12;
    if (isLong && !isLeft) [y, isLeft] = [y + factHeight, true];
    const above = block(label, labels, column, 13, 1);
    const below = block(value, values, column, 17, 3);
    const [x, at] = [isLeft ? left : left + half, y];
    rows.push(() => put("P", below, x, put("P", above, x, at)));
    if (isLong) y += factHeight + heightOf(below) - 17;
    else [y, isLeft] = [isLeft ? y : y + factHeight, !isLeft];
  }
  if (!isLeft) y += factHeight;
  const bottom = Math.max(y + pad - 14, top + band + 268);

  line(() => {
    // Square at the perforation, the seller's corners outside.
    doc
      .save()
      .roundedRect(margin, top, wide, bottom - top, radius)
      .clip();
    doc.rect(margin, top, wide, band).fill(colors.brand);
    if (colors.accent !== colors.brand) doc.rect(margin, top + band, wide, 4).fill(colors.accent);
    doc.restore();
    doc.lineWidth(0.75).strokeColor(laidOn({ color: colors.text_muted, opacity: 0.45 }, "#ffffff"));
    doc.roundedRect(margin, top, wide, bottom - top, radius).stroke();
    doc
      .moveTo(right - stub, top + band + 18)
      .lineTo(right - stub, bottom - 14)
      .dash(2, { space: 4 })
      .stroke()
      .undash();
  });
  put("P", kind, left, put("H1", title, left, top + pad - 4) + 8);
  for (const draw of rows) draw();
  drawCode(sheet, section, ticket, number, { x: right - stub, y: top + band + pad });
  drawConditions(sheet, section, bottom + 34, say("ticket.conditions"));
};

const headOfPage = (sheet: Sheet, section: PDFKit.PDFStructureElement, number: number): void => {
  const { doc, pen, say, seller, colors, logo, count } = sheet;
  const { put, block } = printing(sheet, section);
  const name = oneLine(seller.name);
  if (logo) section.add(doc.struct("Figure", { alt: name }, () => doc.image(logo, margin, 44, { fit: [200, 36] })));
  else put("P", block(name, { use: "display", size: 20, color: colors.brand_text }, 300, 24, 1), margin, 50);
  const ink: Ink = { use: "text", size: 10, color: colors.text_muted };
  const strong: Ink = { use: "strong", size: 12, color: colors.text };
  const words = [
    { ink: strong, text: say("ticket.order"), y: 48 },
    ...(count > 1 ? [{ ink, text: say("ticket.number", { number: String(number) }), y: 65 }] : []),
  ];
  for (const { ink, text, y } of words) {
    const one = block(text, ink, 220, 16, 1);
    put("P", one, doc.page.width - margin - pen.width(one.lines[0] ?? "", ink), y);
  }
};

const factsOf = ({ pen, say, seller, order }: Sheet, ticket: PrintedTicket) => {
  const money = letterMoney(seller, order.currency);
  const guest = oneLine(ticket.admit_name ?? "");
  return [
    { label: say("ticket.guest"), value: pen.canWhole(guest, "strong") ? guest : say("ticket.guest_in_order") },
    { label: say("ticket.member_number"), value: ticket.card?.member_number ?? "" },
    { label: say("ticket.seat"), value: oneLine(ticket.seat_name ?? "") },
    {
      label: say("ticket.price"),
      value:
        ticket.paid === null ? "" : ticket.paid === 0 ? say("ticket.free") : money(toWire(ticket.paid, order.currency)),
    },
  ].filter(({ value }) => pen.can(value, "strong"));
};
