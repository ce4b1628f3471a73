import type { BootData } from "@foyer/contract/boot.ts";
import type { Params, ScreenModule } from "./screen.ts";

export type Shop = Pick<BootData, "seller" | "flags" | "environment">;

export type Route = {
  readonly name: string;
  /** Within the seller's base. A function where the seller's configuration names it. */
  readonly path: string | ((shop: Shop) => string);
  readonly load: () => Promise<ScreenModule>;
  /** The source file, by which the server finds style sheets and preloads. */
  readonly source: string;
  /** Its screen brings queries itself, when it needs them. */
  readonly isLight?: true;
  /** Of the visitor, or behind a secret: not for search engines. */
  readonly hidden?: true;
  /** Where it answers false there is no such route. */
  readonly exists?: (shop: Shop, params: Params) => boolean;
};
