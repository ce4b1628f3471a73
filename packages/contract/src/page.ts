import type { Boot } from "./boot.ts";
import type { Seller } from "./seller.ts";
import type { Theme } from "./theme.ts";

/** How a call leaves while the server renders: the server asks itself. */
export type PageFetcher = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>;

/** What the storefront says to an address. `path` is within the seller's base and begins with a slash. */
export type PageDecision =
  | { readonly kind: "redirect"; readonly to: string }
  | {
      readonly kind: "screen";
      readonly route: string;
      readonly status: number;
      readonly params: Readonly<Record<string, string>>;
      /** The part of the query that the screen reads, sorted: pages that differ in nothing else are one page. */
      readonly search: string;
      /** Of the visitor, or behind a secret: kept out of search engines. */
      readonly hidden: boolean;
      /** The query of this visit holds something that opens what is somebody's own. */
      readonly secret: boolean;
    };

export type PageAddress = {
  readonly seller: Seller;
  readonly path: string;
  readonly search: string;
  readonly flags: Boot["flags"];
  readonly environment: Boot["environment"];
};

export type PageHead = {
  /** Without the seller's name. */
  readonly title?: string;
  readonly description?: string;
  /** Id of an image asset. */
  readonly image?: string;
  /** The picture that the first screen waits for. */
  readonly hero?: { readonly srcSet: string; readonly sizes: string };
};

export type RenderedPage = {
  readonly shown: Boot["shown"];
  readonly status: number;
  readonly html: string;
  readonly head: PageHead;
  /** Answered queries, for the browser to start from. */
  readonly queries: unknown;
  /** Source files of the screens on the page, for their style sheets and preloads. */
  readonly sources: readonly string[];
  /** Of parts whose HTML is on the page and whose scripts are not wanted yet: their style sheets alone. */
  readonly asleep: readonly string[];
};

export type PageFonts = {
  readonly css: string;
  readonly preload: readonly string[];
  readonly display: string;
  readonly text: string;
};

/** What the storefront's server bundle offers to the server. */
export type Storefront = {
  readonly decide: (address: PageAddress) => PageDecision;
  /** Where an address leads that did not begin with the seller's slug, if a redirect is set for it. */
  readonly unprefixed: (address: PageAddress) => string | undefined;
  readonly render: (
    boot: Omit<Boot, "shown">,
    screen: Extract<PageDecision, { kind: "screen" }>,
    path: string,
    fetcher: PageFetcher,
  ) => Promise<RenderedPage>;
  readonly fonts: (theme: Theme) => PageFonts;
};
