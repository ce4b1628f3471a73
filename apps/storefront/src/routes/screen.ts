import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { BootData } from "@foyer/contract/boot.ts";
import type { PageHead } from "@foyer/contract/page.ts";
import type { LazyComponent } from "../shared/loading/lazyComponent.ts";

export type Params = Readonly<Record<string, string>>;
/** Where a screen stands: its route's parameters and the query of the address. */
export type ScreenContext = {
  readonly boot: Omit<BootData, "shown">;
  readonly client: QueryClient;
  readonly params: Params;
  readonly search: URLSearchParams;
};
export type ScreenProps = { readonly params: Params };

/** What leads to a screen. */
export type ScreenLoader = {
  /**
   * Asks for what the first view needs, on the server and before a navigation alike. Answers with the source files of
   * the lazy parts that this view shows, where it has any. Throws NothingHere.
   */
  readonly prepare?: (place: ScreenContext) => Promise<readonly string[] | void>;
  readonly head?: (place: ScreenContext) => PageHead;
};

/** What the file of a screen exports. */
export type ScreenModule = ScreenLoader & {
  readonly Screen: ComponentType<ScreenProps>;
  /** Where that is in a file of its own, which the first view does without. */
  readonly loader?: () => Promise<ScreenLoader>;
  /**
   * The parts of its first view that sleep, where it may come asleep: it does when `prepare` answers that the view shows
   * no parts besides.
   */
  readonly staticParts?: readonly LazyComponent<unknown>[];
};

/** What an address names does not exist: the 404 screen. */
export class NotFoundError extends Error {
  constructor() {
    super("nothing at this address");
    this.name = "NothingHere";
  }
}
