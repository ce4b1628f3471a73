import type { BootData } from "./boot.ts";
import type { Seller } from "./shop/seller.ts";
import type { Theme } from "./theme.ts";

/** Sends an API call during server rendering: the server calls itself. */
export type PageFetcher = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>;

/** How the storefront answers an address. `path` is relative to the seller's base and begins with a slash. */
export type PageDecision =
  | { readonly kind: "redirect"; readonly to: string }
  | {
      readonly kind: "screen";
      readonly route: string;
      readonly status: number;
      /** The path to render and cache: a part that does not change the page is a placeholder, see `pagePlaceholders.ts`. */
      readonly path: string;
      readonly params: Readonly<Record<string, string>>;
      /**
       * The part of the query that the screen reads, sorted and in one form. Addresses that differ only in other
       * parameters, or in how they are invalid, share one cached page.
       */
      readonly search: string;
      /** Personal or secret content: kept out of search engines. */
      readonly hidden: boolean;
      /** The query contains a secret that grants access, such as an order's token. */
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
  /** The title without the seller's name. */
  readonly title?: string;
  readonly description?: string;
  /** The id of an image asset for link previews. */
  readonly image?: string;
  /** The largest image of the first screen, to preload. */
  readonly hero?: { readonly srcSet: string; readonly sizes: string };
};

export type RenderedPage = {
  readonly shown: BootData["shown"];
  readonly status: number;
  readonly html: string;
  readonly head: PageHead;
  /** Query results for the browser to start from. */
  readonly queries: unknown;
  /** Source files of the components on the page, for their style sheets and preloads. */
  readonly sources: readonly string[];
  /**
   * Source files of components whose HTML is on the page but whose scripts load later: only their style sheets are
   * linked.
   */
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

export type PageScreen = Extract<PageDecision, { kind: "screen" }>;

/** The interface of the storefront's server bundle. */
export type StorefrontBundle = {
  readonly resolveRoute: (address: PageRequest) => PageDecision;
  /**
   * Looks up what an address names in the catalogue, through the API calls that the page makes anyway. Anything that does
   * not exist is replaced by one placeholder, so that all such addresses share a page.
   */
  readonly replaceUnknown: (
    boot: Omit<BootData, "shown">,
    screen: PageScreen,
    fetcher: PageFetcher,
  ) => Promise<PageScreen>;
  /** The redirect of an address without the seller's slug, if one is configured. */
  readonly resolveUnprefixed: (address: PageRequest) => string | undefined;
  readonly render: (boot: Omit<BootData, "shown">, screen: PageScreen, fetcher: PageFetcher) => Promise<RenderedPage>;
  readonly fonts: (theme: Theme) => PageFonts;
  readonly renderDevelopmentHome: (
    home: DevelopmentHome,
  ) => Promise<{ readonly html: string; readonly sources: readonly string[] }>;
};
