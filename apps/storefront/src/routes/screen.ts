import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { BootData } from "@foyer/contract/boot.ts";
import type { PageHead } from "@foyer/contract/page.ts";
import type { LazyComponent } from "../shared/loading/lazyComponent.ts";

export type Params = Readonly<Record<string, string>>;
/** The parameters and query of a screen's URL. */
export type ScreenContext = {
  readonly boot: Omit<BootData, "shown">;
  readonly client: QueryClient;
  readonly params: Params;
  readonly search: URLSearchParams;
};
export type ScreenProps = { readonly params: Params };

/** Loads the data of a screen. */
export type ScreenLoader = {
  /**
   * Loads the data of the first view, on the server and before a navigation. Returns the sources of the lazy components
   * on this view. Throws NotFoundError.
   */
  readonly prepare?: (place: ScreenContext) => Promise<readonly string[] | void>;
  readonly head?: (place: ScreenContext) => PageHead;
  /**
   * Looks up what the query names, before the server's page cache. Returns the query with one placeholder for everything
   * that does not exist. Throws NotFoundError.
   */
  readonly replaceUnknown?: (place: ScreenContext) => Promise<URLSearchParams>;
};

/** The exports of a screen's module. */
export type ScreenModule = ScreenLoader & {
  readonly Screen: ComponentType<ScreenProps>;
  /** For a loader in a file of its own, which hydration does not need. */
  readonly loader?: () => Promise<ScreenLoader>;
  /**
   * The static parts of a screen whose hydration can be deferred, which happens if `prepare` returns no lazy components.
   */
  readonly staticParts?: readonly LazyComponent<unknown>[];
};

/** Nothing exists at this URL: shows the 404 screen. */
export class NotFoundError extends Error {
  constructor() {
    super("nothing at this address");
    this.name = "NotFoundError";
  }
}
