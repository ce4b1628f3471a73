import type { Loose } from "../document.ts";

/** What the forms of the storefront's pages receive: the field "web" of the chapter "seller". */
export type WebForm = {
  readonly slug: string;
  readonly web: Loose;
  readonly onEdit: (web: Loose) => void;
  /** Sets a list of `web`, or removes it if it is empty. */
  readonly onPart: (name: string, rows: readonly unknown[]) => void;
};
