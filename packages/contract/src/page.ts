import type { BootData } from "./boot.ts";
import type { Seller } from "./shop/seller.ts";
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

export type PageRequest = {
  readonly seller: Seller;
  readonly path: string;
  readonly search: string;
  readonly flags: BootData["flags"];
  readonly environment: BootData["environment"];
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
  readonly shown: BootData["shown"];
  readonly status: number;
  readonly html: string;
  readonly head: PageHead;
  /** Answered queries, for the browser to start from. */
  readonly queries: unknown;
  /** Source files of the screens on the page, for their style sheets and preloads. */
  readonly sources: readonly string[];
  /** Of parts whose HTML is on the page and whose scripts are not wanted yet: their style sheets alone. */
  readonly deferredSources: readonly string[];
};

/** The first page of a development server: its storefronts, what to try there and what to type. */
export type DevelopmentHome = {
  readonly sellers: readonly {
    readonly slug: string;
    readonly name: string;
    readonly summary: string;
    /** Id of an image asset of the seller. */
    readonly image: string | undefined;
    readonly links: readonly { readonly label: string; readonly href: string }[];
  }[];
  /** Values to copy: label and value. */
  readonly kit: readonly { readonly title: string; readonly items: readonly (readonly [string, string])[] }[];
  readonly waitingEmails: number;
};

export type PageFonts = {
  readonly css: string;
  readonly preload: readonly string[];
  readonly display: string;
  readonly text: string;
};

/** What the storefront's server bundle offers to the server. */
export type StorefrontBundle = {
  readonly resolveRoute: (address: PageRequest) => PageDecision;
  /** Where an address leads that did not begin with the seller's slug, if a redirect is set for it. */
  readonly resolveUnprefixed: (address: PageRequest) => string | undefined;
  readonly render: (
    boot: Omit<BootData, "shown">,
    screen: Extract<PageDecision, { kind: "screen" }>,
    path: string,
    fetcher: PageFetcher,
  ) => Promise<RenderedPage>;
  readonly fonts: (theme: Theme) => PageFonts;
  readonly renderDevelopmentHome: (
    home: DevelopmentHome,
  ) => Promise<{ readonly html: string; readonly sources: readonly string[] }>;
};
