import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Boot } from "@foyer/contract/boot.ts";
import type { PageHead } from "@foyer/contract/page.ts";
import type { LazyPart } from "../shared/lazyPart.ts";

export type Params = Readonly<Record<string, string>>;
/** Where a screen stands: its route's parameters and the query of the address. */
export type Place = {
  readonly boot: Omit<Boot, "shown">;
  readonly client: QueryClient;
  readonly params: Params;
  readonly search: URLSearchParams;
};
export type ScreenProps = { readonly params: Params };

/** What leads to a screen. */
export type Arrival = {
  /**
   * Asks for what the first view needs, on the server and before a navigation alike. Answers with the source files of
   * the lazy parts that this view shows, where it has any. Throws NothingHere.
   */
  readonly prepare?: (place: Place) => Promise<readonly string[] | void>;
  readonly head?: (place: Place) => PageHead;
};

/** What the file of a screen exports. */
export type ScreenModule = Arrival & {
  readonly Screen: ComponentType<ScreenProps>;
  /** Where that is in a file of its own, which the first view does without. */
  readonly arrival?: () => Promise<Arrival>;
  /**
   * The parts of its first view that sleep, where it may come asleep: it does when `prepare` answers that the view shows
   * no parts besides.
   */
  readonly sleeping?: readonly LazyPart<unknown>[];
};

/** What an address names does not exist: the 404 screen. */
export class NothingHere extends Error {
  constructor() {
    super("nothing at this address");
    this.name = "NothingHere";
  }
}
