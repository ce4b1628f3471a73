import * as z from "zod/mini";
import { Seller } from "./shop/seller.ts";

/** Data that the server writes into the page as one JSON script element, for the browser to start from. */
export const BootData = z.object({
  seller: Seller,
  /** The base path of every route: '/harbor'. */
  base: z.string(),
  flags: z.record(z.string(), z.boolean()),
  environment: z.enum(["production", "development"]),
  /** When the page was rendered, ISO 8601 in UTC. The browser's clocks start from it. */
  now: z.string(),
  /** The public origin of the pages, for canonical links: 'https://tickets.example.org'. */
  origin: z.string(),
  /** The screen that the server rendered and its address. The browser hydrates the same screen. */
  shown: z.object({
    route: z.string(),
    path: z.string(),
    search: z.string(),
    /** The route's parameters, so that the browser need not match the path again. */
    params: z.optional(z.record(z.string(), z.string())),
    /** Only the first view was sent. The rest hydrates on the first interaction or when there is more to show. */
    deferHydration: z.optional(z.boolean()),
    /** Source files of the lazy components in this view. They load before hydration. */
    lazyComponents: z.optional(z.array(z.string())),
  }),
});
export type BootData = z.infer<typeof BootData>;

/** The ids of the script elements that hold the boot data and the query results from the server. */
export const bootElementId = "foyer-boot";
export const queriesElementId = "foyer-queries";
