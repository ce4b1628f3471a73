import type { ReplaceableText } from "@foyer/contract/office/catalogue/texts.ts";
import { textOf } from "../document.ts";

/** The address parameters of the screen. */
export type TextsSearch = { readonly q?: string | undefined; readonly kind?: string | undefined };

/** Where texts appear, by the beginnings of their keys. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  emails: ["mail"],
  tickets: ["ticket", "calendar", "wallet"],
  invoices: ["invoice", "company"],
};
export const textKinds = [
  { value: "", label: "All texts" },
  { value: "changed", label: "Changed" },
  { value: "pages", label: "Pages" },
  { value: "emails", label: "Emails" },
  { value: "tickets", label: "Tickets and calendars" },
  { value: "invoices", label: "Invoices" },
] as const;

const kindOf = ({ key }: ReplaceableText): string => {
  const [first = ""] = key.split(".");
  return Object.keys(prefixes).find((kind) => prefixes[kind]?.includes(first)) ?? "pages";
};

/** Texts whose default, replacement or key contains all words of the search, ignoring case. */
export const findTexts = (
  texts: readonly ReplaceableText[],
  own: Readonly<Record<string, unknown>>,
  { q = "", kind = "" }: TextsSearch,
): readonly ReplaceableText[] => {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return texts.filter((text) => {
    if (kind === "changed" ? !Object.hasOwn(own, text.key) : kind !== "" && kindOf(text) !== kind) return false;
    const searched = `${text.key} ${text.text} ${textOf(own[text.key])}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
};
