import { lineOf, type LetterLook } from "./letterLook.ts";
import { escaped } from "./letterWords.ts";

/** A label and what belongs to it, an amount most often. */
export type LetterRow = {
  readonly label: string;
  readonly value: string;
  /** A line beneath: seats, whose ticket it is. */
  readonly detail?: string | undefined;
  readonly total?: boolean;
};

/** A way on within the shop: `path` begins with a slash and goes behind the shop's own address. */
export type LetterLink = { readonly label: string; readonly path: `/${string}` };

/** What letters are made of. Each part says the same as HTML and as plain text. */
export type Part =
  | { readonly kind: "words"; readonly text: string; readonly quiet?: boolean }
  /** A code to be scanned, on white whatever the colours are. `cid` names its enclosure. */
  | { readonly kind: "code"; readonly cid: string; readonly alt: string; readonly caption: string }
  /** Something bought: what, when and where, and how many of what. */
  | {
      readonly kind: "item";
      readonly name: string;
      readonly facts: readonly string[];
      readonly rows: readonly LetterRow[];
    }
  | { readonly kind: "rows"; readonly heading?: string; readonly rows: readonly LetterRow[] }
  | { readonly kind: "action"; readonly link: LetterLink; readonly more?: readonly LetterLink[] };

const rowHtml = (
  { label, value, detail, total }: LetterRow,
  { index, next, look }: { readonly index: number; readonly next: LetterRow | undefined; readonly look: LetterLook },
): string => {
  const font = total ? `600 18px/1.4 ${look.text}` : `400 16px/1.4 ${look.text}`;
  // Alone it stands beneath the line of its part already.
  const line = total && index > 0 ? `border-top:1px solid ${lineOf(look.colors)};` : "";
  const pad = total && index > 0 ? "12px 0 4px" : next?.total ? "4px 0 12px" : "4px 0";
  const more = detail
    ? `<br><span class="muted" style="font-size:14px;color:${look.colors.text_muted}">${escaped(detail)}</span>`
    : "";
  return `<tr><td class="line" style="${line}padding:${pad};font:${font};overflow-wrap:anywhere">${escaped(label)}${more}</td><td class="line" align="right" valign="top" style="${line}padding:${pad};padding-left:16px;font:${font};white-space:nowrap;font-variant-numeric:tabular-nums">${escaped(value)}</td></tr>`;
};

const rowsHtml = (rows: readonly LetterRow[], look: LetterLook): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${rows.map((row, index) => rowHtml(row, { index, next: rows[index + 1], look })).join("")}</table>`;

const headingHtml = (text: string, look: LetterLook): string =>
  `<h2 style="margin:0 0 4px;font:600 20px/1.25 ${look.display};color:inherit;overflow-wrap:anywhere">${escaped(text)}</h2>`;

/** Parts stand apart by lines; the first needs none. */
export const partHtml = (part: Part, look: LetterLook, origin: string, isFirst: boolean): string => {
  const { colors, radius } = look;
  const apart = isFirst
    ? '<div style="padding:20px 0 0">'
    : `<div class="line" style="margin:20px 0 0;padding:20px 0 0;border-top:1px solid ${lineOf(colors)}">`;
  const href = (path: string) => escaped(origin + path);
  switch (part.kind) {
    case "words":
      return part.quiet
        ? `<p class="muted" style="margin:20px 0 0;font-size:14px;line-height:1.5;color:${colors.text_muted}">${escaped(part.text)}</p>`
        : `<p style="margin:20px 0 0">${escaped(part.text)}</p>`;
    case "code":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:28px 0 12px"><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="background:#ffffff;border-radius:${radius}px;border-collapse:separate"><tr><td align="center" bgcolor="#ffffff" style="padding:4px;border-radius:${radius}px"><img src="cid:${part.cid}" width="232" height="232" alt="${escaped(part.alt)}" style="display:block;width:232px;height:232px;border:0;color:#111111;background:#ffffff"></td></tr></table><p style="margin:12px 0 0;font:600 16px/1.4 ${look.text};color:inherit">${escaped(part.caption)}</p></td></tr></table>`;
    case "item":
      return `${apart}${headingHtml(part.name, look)}${part.facts.map((fact) => `<p class="muted" style="margin:0 0 2px;font-size:15px;line-height:1.45;color:${colors.text_muted}">${escaped(fact)}</p>`).join("")}<div style="height:8px;line-height:8px;font-size:8px">&nbsp;</div>${rowsHtml(part.rows, look)}</div>`;
    case "rows":
      return `${apart}${part.heading === undefined ? "" : headingHtml(part.heading, look)}${rowsHtml(part.rows, look)}</div>`;
    case "action":
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0"><tr><td class="brand" bgcolor="${colors.brand}" style="background:${colors.brand};border-radius:${radius}px"><a class="on-brand" href="${href(part.link.path)}" style="display:inline-block;padding:14px 24px;font:600 16px/1.25 ${look.text};color:${colors.on_brand};text-decoration:none;border-radius:${radius}px">${escaped(part.link.label)}</a></td></tr></table>${(part.more ?? []).map(({ label, path }) => `<p style="margin:16px 0 0"><a class="link" href="${href(path)}" style="color:${colors.brand_text};text-decoration:underline">${escaped(label)}</a></p>`).join("")}`;
  }
};

const rowText = ({ label, value, detail }: LetterRow): string =>
  [`${label}${value === "" ? "" : `: ${value}`}`, detail && `  ${detail}`].filter(Boolean).join("\n");
const linkText = ({ label, path }: LetterLink, origin: string): string => `${label}:\n${origin}${path}`;

export const partText = (part: Part, origin: string): string => {
  switch (part.kind) {
    case "words":
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
