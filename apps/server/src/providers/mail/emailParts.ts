import { dividerColor, type EmailTheme } from "./emailTheme.ts";
import { escapeHtml } from "./sellerText.ts";

/** A label and its value, usually an amount. */
export type EmailRow = {
  readonly label: string;
  readonly value: string;
  /** A line below: the seats, or whose ticket it is. */
  readonly detail?: string | undefined;
  readonly total?: boolean;
};

/** A link within the shop; `path` is appended to the shop's address. */
export type EmailLink = { readonly label: string; readonly path: `/${string}` };

/** The building blocks of e-mails, each available as HTML and as plain text. */
export type EmailPart =
  | { readonly kind: "text"; readonly text: string; readonly quiet?: boolean }
  /** A code to scan, always on white. `cid` names its attachment. */
  | { readonly kind: "code"; readonly cid: string; readonly alt: string; readonly caption: string }
  /** A purchased item: what, when and where, and its quantities. */
  | {
      readonly kind: "item";
      readonly name: string;
      readonly facts: readonly string[];
      readonly rows: readonly EmailRow[];
    }
  | { readonly kind: "rows"; readonly heading?: string; readonly rows: readonly EmailRow[] }
  | { readonly kind: "action"; readonly link: EmailLink; readonly more?: readonly EmailLink[] };

const rowHtml = (
  { label, value, detail, total }: EmailRow,
  { index, next, theme }: { readonly index: number; readonly next: EmailRow | undefined; readonly theme: EmailTheme },
): string => {
  const font = total ? `600 18px/1.4 ${theme.text}` : `400 16px/1.4 ${theme.text}`;
  // The first row already has its part's line above it.
  const line = total && index > 0 ? `border-top:1px solid ${dividerColor(theme.colors)};` : "";
  const pad = total && index > 0 ? "12px 0 4px" : next?.total ? "4px 0 12px" : "4px 0";
  const more = detail
    ? `<br><span class="muted" style="font-size:14px;color:${theme.colors.text_muted}">${escapeHtml(detail)}</span>`
    : "";
  return `<tr><td class="line" style="${line}padding:${pad};font:${font};overflow-wrap:anywhere">${escapeHtml(label)}${more}</td><td class="line" align="right" valign="top" style="${line}padding:${pad};padding-left:16px;font:${font};white-space:nowrap;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`;
};

const rowsHtml = (rows: readonly EmailRow[], theme: EmailTheme): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${rows.map((row, index) => rowHtml(row, { index, next: rows[index + 1], theme })).join("")}</table>`;

const headingHtml = (text: string, theme: EmailTheme): string =>
  `<h2 style="margin:0 0 4px;font:600 20px/1.25 ${theme.display};color:inherit;overflow-wrap:anywhere">${escapeHtml(text)}</h2>`;

/** Parts are separated by lines, except above the first. */
export const partHtml = (
  part: EmailPart,
  { theme, origin, isFirst }: { readonly theme: EmailTheme; readonly origin: string; readonly isFirst: boolean },
): string => {
  const { colors, radius } = theme;
  const separator = isFirst
    ? '<div style="padding:20px 0 0">'
    : `<div class="line" style="margin:20px 0 0;padding:20px 0 0;border-top:1px solid ${dividerColor(colors)}">`;
  const href = (path: string) => escapeHtml(origin + path);
  switch (part.kind) {
    case "text":
      return part.quiet
        ? `<p class="muted" style="margin:20px 0 0;font-size:14px;line-height:1.5;color:${colors.text_muted}">${escapeHtml(part.text)}</p>`
        : `<p style="margin:20px 0 0">${escapeHtml(part.text)}</p>`;
    case "code":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:28px 0 12px"><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="background:#ffffff;border-radius:${radius}px;border-collapse:separate"><tr><td align="center" bgcolor="#ffffff" style="padding:4px;border-radius:${radius}px"><img src="cid:${part.cid}" width="232" height="232" alt="${escapeHtml(part.alt)}" style="display:block;width:232px;height:232px;border:0;color:#111111;background:#ffffff"></td></tr></table><p style="margin:12px 0 0;font:600 16px/1.4 ${theme.text};color:inherit">${escapeHtml(part.caption)}</p></td></tr></table>`;
    case "item":
      return `${separator}${headingHtml(part.name, theme)}${part.facts.map((fact) => `<p class="muted" style="margin:0 0 2px;font-size:15px;line-height:1.45;color:${colors.text_muted}">${escapeHtml(fact)}</p>`).join("")}<div style="height:8px;line-height:8px;font-size:8px">&nbsp;</div>${rowsHtml(part.rows, theme)}</div>`;
    case "rows":
      return `${separator}${part.heading === undefined ? "" : headingHtml(part.heading, theme)}${rowsHtml(part.rows, theme)}</div>`;
    case "action":
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0"><tr><td class="brand" bgcolor="${colors.brand}" style="background:${colors.brand};border-radius:${radius}px"><a class="on-brand" href="${href(part.link.path)}" style="display:inline-block;padding:14px 24px;font:600 16px/1.25 ${theme.text};color:${colors.on_brand};text-decoration:none;border-radius:${radius}px">${escapeHtml(part.link.label)}</a></td></tr></table>${(part.more ?? []).map(({ label, path }) => `<p style="margin:16px 0 0"><a class="link" href="${href(path)}" style="color:${colors.brand_text};text-decoration:underline">${escapeHtml(label)}</a></p>`).join("")}`;
  }
};

const rowText = ({ label, value, detail }: EmailRow): string =>
  [`${label}${value === "" ? "" : `: ${value}`}`, detail && `  ${detail}`].filter(Boolean).join("\n");
const linkText = ({ label, path }: EmailLink, origin: string): string => `${label}:\n${origin}${path}`;

export const partText = (part: EmailPart, origin: string): string => {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return part.caption;
    case "item":
      return [part.name, ...part.facts, ...part.rows.map(rowText)].join("\n");
    case "rows":
      return [...(part.heading === undefined ? [] : [part.heading]), ...part.rows.map(rowText)].join("\n");
    case "action":
      return [part.link, ...(part.more ?? [])].map((link) => linkText(link, origin)).join("\n\n");
  }
};
