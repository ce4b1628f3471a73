import { contextDescriptions, reasonDescriptions, refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import type { Refused } from "./refused.ts";

type Strings = Readonly<Record<string, string>>;
type DescribedRefusal = Pick<Refused, "code" | "extra"> & {
  readonly context?: Refused["context"] | undefined;
  readonly description?: string | undefined;
  readonly text?: string | undefined;
};

const placeholder = /\{(\w+)\}/g;

/** A text or a number as text; nothing for anything else. */
export const printable = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const isComplete = (text: string, extra: DescribedRefusal["extra"]): boolean =>
  [...text.matchAll(placeholder)].every(([, name = ""]) => Object.hasOwn(extra, name) && printable(extra[name]) !== "");

const fillPlaceholders = (text: string, extra: DescribedRefusal["extra"]): string =>
  text
    .replace(placeholder, (_, name: string) => (Object.hasOwn(extra, name) ? printable(extra[name]) : ""))
    .replace(/ {2,}/g, " ");

/**
 * The text of a refusal: the seller's for this case, as it is. Otherwise the seller's, the use case's or the error
 * catalogue's: the first whose placeholders this refusal can all fill, or else the first of them.
 */
export const refusalText = (
  { code, context, text, description, extra }: DescribedRefusal,
  strings: Strings = {},
): string => {
  if (text !== undefined) return text;
  const reason = `${code}.${printable(extra.reason)}` as const;
  const texts = [
    strings[`error.${reason}`],
    strings[`error.${code}`],
    description,
    reasonDescriptions[reason],
    context && contextDescriptions[`${code}:${context}`],
    refusalDescriptions[code],
  ].filter((one) => one !== undefined);
  return fillPlaceholders(texts.find((one) => isComplete(one, extra)) ?? texts[0] ?? "", extra);
};
