import type { CartLine } from "@foyer/contract/cart.ts";
import type { TicketOrder } from "@foyer/contract/ticketOrder.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import { exponentOf } from "@foyer/rules/money.ts";
import type { Letter } from "../../outside/mail/mail.ts";

type Confirmed = {
  readonly firstName: string;
  readonly order: TicketOrder;
  readonly lines: readonly CartLine[];
  readonly viewUrl: string;
  readonly qrUrl: string;
};

const words = {
  "mail.order.subject": "Your tickets for {name}",
  "mail.order.subject_many": "Your order with {seller}",
  "mail.order.greeting": "Thank you, {first_name}.",
  "mail.order.intro": "Your order {order_number} is confirmed. Show this code at the door.",
  "mail.order.view": "View your tickets",
  "mail.order.total": "Total",
  "mail.order.qr_alt": "QR code of order {order_number}",
} as const;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** A name goes on one line of a header, whatever it holds. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);

/** The mail that an order causes: in the seller's words and colours, with a text part that says the same. */
export const confirmationLetter = (seller: Seller, { firstName, order, lines, viewUrl, qrUrl }: Confirmed): Letter => {
  // Nothing is found here that was not put here, as `{constructor}` would be in an object.
  const values = new Map([
    ["seller", seller.name],
    ["first_name", firstName],
    ["order_number", order.order_number],
    ["name", lines[0]?.name ?? ""],
  ]);
  const say = (key: keyof typeof words): string =>
    (seller.strings[key] ?? words[key]).replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? "");
  const currency = order.currency;
  const digits = exponentOf(currency);
  const money = new Intl.NumberFormat(seller.locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
  });
  const total = money.format(Number(order.ticket_order_fees[0]?.total_after_fees_price ?? "0"));
  const brand = colorOf(seller);

  const when = (line: CartLine): string => {
    if (line.ticket_date_time) return line.ticket_date_time;
    if (!line.start_datetime) return "";
    const start = Temporal.Instant.from(line.start_datetime).toZonedDateTimeISO(line.timezone);
    const day = start.toLocaleString(seller.locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
    });
    return line.all_day
      ? day
      : `${day}, ${start.toLocaleString(seller.locale, { hour: "numeric", minute: "2-digit", timeZoneName: "short" })}`;
  };
  const typesOf = (line: CartLine): string[] =>
    line.types.map((type) => [`${type.count} × ${type.name}`, type.seats.join(", ")].filter(Boolean).join(": "));

  const html = `<!doctype html><html lang="${escaped(seller.locale)}"><body style="margin:0;background:#f6f5f2;font-family:Georgia,serif;color:#1c1c1c">
<div style="max-width:560px;margin:0 auto;padding:40px 28px;background:#ffffff;border-top:6px solid ${brand}">
<p style="margin:0 0 28px;font-size:15px;letter-spacing:.02em">${escaped(seller.name)}</p>
<h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${escaped(say("mail.order.greeting"))}</h1>
<p style="margin:0 0 28px;font-size:16px;line-height:1.5">${escaped(say("mail.order.intro"))}</p>
<p style="margin:0 0 28px"><img src="${escaped(qrUrl)}" width="220" height="220" alt="${escaped(say("mail.order.qr_alt"))}"></p>
${lines
  .map(
    (
      line,
    ) => `<div style="padding:18px 0;border-top:1px solid #dddad3"><p style="margin:0;font-size:18px">${escaped(line.name)}</p>
<p style="margin:4px 0 8px;font-size:15px;color:#55524c">${escaped(when(line))}</p>
${typesOf(line)
  .map((text) => `<p style="margin:0;font-size:15px">${escaped(text)}</p>`)
  .join("")}</div>`,
  )
  .join("\n")}
<p style="padding:18px 0 28px;margin:0;border-top:1px solid #dddad3;font-size:16px">${escaped(say("mail.order.total"))} <strong>${escaped(total)}</strong></p>
<p style="margin:0"><a href="${escaped(viewUrl)}" style="display:inline-block;padding:14px 22px;background:${brand};color:#ffffff;text-decoration:none;font-size:16px">${escaped(say("mail.order.view"))}</a></p>
</div></body></html>`;

  const text = [
    say("mail.order.greeting"),
    say("mail.order.intro"),
    "",
    ...lines.flatMap((line) => [line.name, when(line), ...typesOf(line), ""]),
    `${say("mail.order.total")} ${total}`,
    "",
    `${say("mail.order.view")}: ${viewUrl}`,
  ].join("\n");

  return {
    subject: oneLine(say(lines.length > 1 ? "mail.order.subject_many" : "mail.order.subject")),
    html,
    text,
    fromName: oneLine(seller.name),
  };
};

/** The seller's brand colour on paper; mail programs know no custom properties. */
const colorOf = (seller: Seller): string => {
  const brand = seller.theme.light?.brand;
  const color = typeof brand === "string" ? brand : brand?.color;
  return color && /^#[0-9a-fA-F]{6}$/.test(color) ? color : "#22333b";
};
