import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailTheme, dividerColor, type EmailTheme } from "./emailTheme.ts";
import { partHtml, partText, type EmailPart } from "./emailParts.ts";
import { escapeHtml, sellerText, singleLine } from "./sellerText.ts";
import type { AttachmentSource, EmailMessage } from "./mailTransport.ts";

/** The content of an e-mail, without its design. */
export type EmailContent = {
  readonly subject: string;
  readonly title: string;
  /** The sentence below the title; mail clients also show it beside the subject. */
  readonly intro: string;
  readonly parts: readonly EmailPart[];
  readonly attachments?: readonly AttachmentSource[];
  /** Why the recipient gets the e-mail, if it is not about an order. */
  readonly about?: "gift" | "membership" | undefined;
  /** The same in words, for any other reason. */
  readonly footer?: string;
};

const defaultStrings = {
  "mail.footer": "{seller} sent you this email because this address was used for an order.",
  "mail.footer.gift": "{seller} sent you this email because somebody gave us your address for a gift.",
  "mail.footer.membership": "{seller} sent you this email because this address was used for a membership.",
} as const;

/** CSS pixels; the image is twice as large for high-resolution screens. */
const logoSize = { width: 240, height: 48 } as const;

/**
 * Lays out an e-mail with the seller's logo, colours and fonts, for light and dark mode, with a plain-text part. Every
 * link starts with `origin`, the shop's public address, so that no e-mail can lead elsewhere.
 */
export const emailLayout = (seller: Seller, origin: string, content: EmailContent): EmailMessage => {
  const theme = emailTheme(seller.theme);
  const reason = content.about ? (`mail.footer.${content.about}` as const) : "mail.footer";
  const footer = content.footer ?? sellerText(seller, defaultStrings, { seller: seller.name })(reason);
  const { mail_from, mail_reply_to } = seller.configuration;
  return {
    subject: singleLine(content.subject),
    html: emailHtml(seller, theme, origin, content, footer),
    text: [
      content.title,
      content.intro,
      ...content.parts.map((part) => partText(part, origin)),
      `--\n${seller.name}\n${footer}`,
    ]
      .filter((block) => block !== "")
      .join("\n\n"),
    fromName: singleLine(seller.name),
    from: mail_from,
    replyTo: mail_reply_to,
    enclosed: [...logoAttachments(seller, theme), ...(content.attachments ?? [])],
  };
};

/** Matches where the parts of the HTML begin. */
const startOfParts = /<tr><td class="surface text pad"[^>]*>\n/;

/** Adds a sentence by the venue before the e-mail's parts. */
export const addSentence = (email: EmailMessage, sentence: string): EmailMessage => ({
  ...email,
  html: email.html.replace(startOfParts, (start) => `${start}<p style="margin:20px 0 0">${escapeHtml(sentence)}</p>`),
  // After the title.
  text: email.text.replace("\n\n", () => `\n\n${sentence}\n\n`),
});

/** The seller's logos for light and dark mode, as far as they exist. */
const logoAttachments = (seller: Seller, theme: EmailTheme): AttachmentSource[] => {
  const { logo, logo_dark } = seller.meta;
  const mainLogo = theme.isDark ? (logo_dark ?? logo) : logo;
  const darkLogo = theme.dark === undefined ? undefined : logo_dark;
  return [
    { cid: "logo", image_id: mainLogo },
    { cid: "logo-dark", image_id: mainLogo === undefined ? undefined : darkLogo },
  ].flatMap(({ cid, image_id }) =>
    image_id === undefined
      ? []
      : { make: "picture" as const, cid, image_id, width: logoSize.width, height: logoSize.height },
  );
};

const logoHtml = (seller: Seller, theme: EmailTheme): string => {
  const name = escapeHtml(seller.name);
  const [logo, dark] = logoAttachments(seller, theme);
  if (!logo) return `<span class="text" style="font:600 22px/1.2 ${theme.display}">${name}</span>`;
  // A mail client that blocks images shows the name instead.
  const image = (cid: string, name: string, style: string) =>
    `<img class="${cid}${dark && cid === "logo" ? " has-dark" : ""}" src="cid:${cid}" alt="${name}" height="40" style="height:40px;width:auto;max-width:100%;border:0;font:600 22px/40px ${theme.display};${style}">`;
  return image("logo", name, "display:block") + (dark ? image("logo-dark", "", "display:none") : "");
};

const emailHtml = (
  seller: Seller,
  theme: EmailTheme,
  origin: string,
  { subject, title, intro, parts }: EmailContent,
  footer: string,
): string => {
  const { colors, radius } = theme;
  const isLegacyTheme = (seller.theme.tier ?? 1) < 3;
  const align = isLegacyTheme ? "center" : "left";
  return `<!doctype html>
<html lang="${escapeHtml(seller.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${theme.dark ? "light dark" : theme.isDark ? "dark" : "light"}"><meta name="format-detection" content="telephone=no, date=no, address=no"><title>${escapeHtml(singleLine(subject))}</title>
<style>${emailStyles(theme)}</style></head>
<body class="paper text" style="margin:0;padding:0;background:${colors.paper};color:${colors.text};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(intro)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colors.paper}"><tr><td align="center" style="padding:28px 12px 40px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;border-collapse:separate">
<tr><td align="${align}" style="padding:0 4px 24px">${logoHtml(seller, theme)}</td></tr>
<tr><td class="brand on-brand accent pad" align="${align}" style="padding:36px 36px 34px;background:${colors.brand};color:${colors.on_brand};border-bottom:4px solid ${colors.accent};border-radius:${radius}px ${radius}px 0 0">
<h1 class="title" style="margin:0 0 10px;font:${theme.isSerif && !isLegacyTheme ? 500 : 700} 34px/1.12 ${theme.display};letter-spacing:-.01em;color:inherit">${escapeHtml(title)}</h1>
<p style="margin:0;font:400 17px/1.5 ${theme.text};color:inherit">${escapeHtml(intro)}</p></td></tr>
<tr><td class="surface text pad" style="padding:8px 36px 36px;background:${colors.surface};color:${colors.text};border-radius:0 0 ${radius}px ${radius}px;font:400 16px/1.5 ${theme.text}">
${parts.map((part, index) => partHtml(part, { theme, origin, isFirst: index === 0 })).join("\n")}
</td></tr>
<tr><td class="muted" align="${align}" style="padding:24px 4px 0;font:400 13px/1.5 ${theme.text};color:${colors.text_muted}"><strong style="font-weight:600">${escapeHtml(seller.name)}</strong><br>${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>`;
};

/** Dark mode, and less padding on a phone. */
const emailStyles = ({ dark }: EmailTheme): string => {
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
    `.line{border-color:${dividerColor(dark)}!important}`,
    ".logo-dark{display:block!important}.logo.has-dark{display:none!important}",
  ];
  return `${narrow}@media (prefers-color-scheme:dark){${rules.join("")}}`;
};
