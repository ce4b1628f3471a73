import type { BootData } from "@foyer/contract/boot.ts";
import type { Params, ScreenModule } from "./screen.ts";

export type Shop = Pick<BootData, "seller" | "flags" | "environment">;

export type ScreenRoute = {
  readonly name: string;
  /** Within the seller's base; a function if the seller's configuration determines it. */
  readonly path: string | ((shop: Shop) => string);
  readonly load: () => Promise<ScreenModule>;
  /** The source file, by which the server finds style sheets and preloads. */
  readonly source: string;
  /** Its screen provides the query client itself when it needs it. */
  readonly isLight?: true;
  /** Returns the parameters whose value does not change the page that the server renders. */
  readonly sharedParams?: (params: Params) => readonly string[];
  /** Personal or secret: not for search engines. */
  readonly hidden?: true;
  /** If it returns false, the route does not exist. */
  readonly exists?: (shop: Shop, params: Params) => boolean;
};
