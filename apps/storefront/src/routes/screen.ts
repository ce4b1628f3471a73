import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Boot } from "@foyer/contract/boot.ts";
import type { PageHead } from "@foyer/contract/page.ts";

export type Params = Readonly<Record<string, string>>;
/** Where a screen stands: its route's parameters and the query of the address. */
export type Place = {
  readonly boot: Omit<Boot, "shown">;
  readonly client: QueryClient;
  readonly params: Params;
  readonly search: URLSearchParams;
};
export type ScreenProps = { readonly params: Params };

/** What the file of a screen exports. */
export type ScreenModule = {
  readonly Screen: ComponentType<ScreenProps>;
  /**
   * Asks for what the first view needs, on the server and before a navigation alike. Answers with the source files of
   * the lazy parts that this view shows, where it has any. Throws NothingHere.
   */
  readonly prepare?: (place: Place) => Promise<readonly string[] | void>;
  readonly head?: (place: Place) => PageHead;
};

/** What an address names does not exist: the 404 screen. */
export class NothingHere extends Error {
  constructor() {
    super("nothing at this address");
    this.name = "NothingHere";
  }
}
