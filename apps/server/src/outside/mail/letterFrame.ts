import type { Seller } from "@foyer/contract/seller.ts";
import { letterLook, lineOf, type LetterLook } from "./letterLook.ts";
import { partHtml, partText, type Part } from "./letterParts.ts";
import { escaped, letterWords, oneLine } from "./letterWords.ts";
import type { Enclosure, Letter } from "./mail.ts";

/** What a letter says, without its looks. */
export type LetterContent = {
  readonly subject: string;
  readonly title: string;
  /** The sentence beneath the title; mail programs show it beside the subject as well. */
  readonly intro: string;
  readonly parts: readonly Part[];
  readonly enclosed?: readonly Enclosure[];
  /** Why it was written, where it is not about an order. */
  readonly footer?: string;
};

const words = { "mail.footer": "{seller} wrote to you because this address was given with an order." } as const;

/** Pixels of the page; made twice as large for fine screens. */
const logoBox = { width: 240, height: 48 } as const;

/**
 * Puts a letter into the seller's frame: their mark, colours and faces, in light and dark, and a text part that says
 * the same. `origin` is the shop's public address: every link begins with it, and no letter can lead elsewhere.
 */
export const letterFrame = (seller: Seller, origin: string, content: LetterContent): Letter => {
  const look = letterLook(seller.theme);
  const footer = content.footer ?? letterWords(seller, words, { seller: seller.name })("mail.footer");
  const { mail_from, mail_reply_to } = seller.configuration;
  return {
    subject: oneLine(content.subject),
    html: pageOf(seller, look, origin, content, footer),
    text: [
      content.title,
      content.intro,
      ...content.parts.map((part) => partText(part, origin)),
      `--\n${seller.name}\n${footer}`,
    ]
      .filter((block) => block !== "")
      .join("\n\n"),
    fromName: oneLine(seller.name),
    from: mail_from,
    replyTo: mail_reply_to,
    enclosed: [...logosOf(seller, look), ...(content.enclosed ?? [])],
  };
};

/** The mark for a light page, the one for a dark page, or both, each only where the seller has it. */
const logosOf = (seller: Seller, look: LetterLook): Enclosure[] => {
  const { logo, logo_dark } = seller.meta;
  const first = look.isDark ? (logo_dark ?? logo) : logo;
  const other = look.dark === undefined ? undefined : logo_dark;
  return [
    { cid: "logo", image_id: first },
    { cid: "logo-dark", image_id: first === undefined ? undefined : other },
  ].flatMap(({ cid, image_id }) =>
    image_id === undefined
      ? []
      : { make: "picture" as const, cid, image_id, width: logoBox.width, height: logoBox.height },
  );
};

const markOf = (seller: Seller, look: LetterLook): string => {
  const name = escaped(seller.name);
  const [logo, dark] = logosOf(seller, look);
  if (!logo) return `<span class="text" style="font:600 22px/1.2 ${look.display}">${name}</span>`;
  // A program that shows no pictures shows the name in their place.
  const image = (cid: string, name: string, style: string) =>
    `<img class="${cid}${dark && cid === "logo" ? " has-dark" : ""}" src="cid:${cid}" alt="${name}" height="40" style="height:40px;width:auto;max-width:100%;border:0;font:600 22px/40px ${look.display};${style}">`;
  return image("logo", name, "display:block") + (dark ? image("logo-dark", "", "display:none") : "");
};

const pageOf = (
  seller: Seller,
  look: LetterLook,
  origin: string,
  { subject, title, intro, parts }: LetterContent,
  footer: string,
): string => {
  const { colors, radius } = look;
  const older = (seller.theme.tier ?? 1) < 3;
  const align = older ? "center" : "left";
  return `<!doctype html>
<html lang="${escaped(seller.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${look.dark ? "light dark" : look.isDark ? "dark" : "light"}"><meta name="format-detection" content="telephone=no, date=no, address=no"><title>${escaped(oneLine(subject))}</title>
<style>${styleOf(look)}</style></head>
<body class="paper text" style="margin:0;padding:0;background:${colors.paper};color:${colors.text};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escaped(intro)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colors.paper}"><tr><td align="center" style="padding:28px 12px 40px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;border-collapse:separate">
<tr><td align="${align}" style="padding:0 4px 24px">${markOf(seller, look)}</td></tr>
<tr><td class="brand on-brand accent pad" align="${align}" style="padding:36px 36px 34px;background:${colors.brand};color:${colors.on_brand};border-bottom:4px solid ${colors.accent};border-radius:${radius}px ${radius}px 0 0">
<h1 class="title" style="margin:0 0 10px;font:${look.isSerif && !older ? 500 : 700} 34px/1.12 ${look.display};letter-spacing:-.01em;color:inherit">${escaped(title)}</h1>
<p style="margin:0;font:400 17px/1.5 ${look.text};color:inherit">${escaped(intro)}</p></td></tr>
<tr><td class="surface text pad" style="padding:8px 36px 36px;background:${colors.surface};color:${colors.text};border-radius:0 0 ${radius}px ${radius}px;font:400 16px/1.5 ${look.text}">
${parts.map((part, index) => partHtml(part, look, origin, index === 0)).join("\n")}
</td></tr>
<tr><td class="muted" align="${align}" style="padding:24px 4px 0;font:400 13px/1.5 ${look.text};color:${colors.text_muted}"><strong style="font-weight:600">${escaped(seller.name)}</strong><br>${escaped(footer)}</td></tr>
</table></td></tr></table></body></html>`;
};

/** What mail programs read of a style sheet: the dark mode, and more room for words on a phone. */
const styleOf = ({ dark }: LetterLook): string => {
  const narrow =
    "@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}.title{font-size:28px!important}}";
  if (!dark) return narrow;
  const rules = [
    `.paper{background:${dark.paper}!important}`,
    `.surface{background:${dark.surface}!important}`,
    `.text{color:${dark.text}!important}`,
    `.muted{color:${dark.text_muted}!important}`,
    `.brand{background:${dark.brand}!important}`,
    `.on-brand,.on-brand *{color:${dark.on_brand}!important}`,
    `.accent{border-color:${dark.accent}!important}`,
    `.link{color:${dark.brand_text}!important}`,
    `.line{border-color:${lineOf(dark)}!important}`,
    ".logo-dark{display:block!important}.logo.has-dark{display:none!important}",
  ];
  return `${narrow}@media (prefers-color-scheme:dark){${rules.join("")}}`;
};
