import * as z from "zod/mini";
import { Seller } from "./shop/seller.ts";

/** What the server writes into the page for the browser to start from: one JSON script element. */
export const BootData = z.object({
  seller: Seller,
  /** '/harbor': the base of every route. */
  base: z.string(),
  flags: z.record(z.string(), z.boolean()),
  environment: z.enum(["production", "development"]),
  /** The moment the page was made; clocks start from it. */
  now: z.string(),
  /** Where pages are reachable from outside, for canonical links. */
  origin: z.string(),
  /** The screen that the server rendered and the address it rendered for: hydration begins from the same. */
  shown: z.object({
    route: z.string(),
    path: z.string(),
    search: z.string(),
    /** The route's parameters: with them the browser needs no table of routes to find the screen again. */
    params: z.optional(z.record(z.string(), z.string())),
    /** Only the first view hydrates at once; the rest follows with the first interaction, or when there is more to show. */
    deferred: z.optional(z.boolean()),
    /** Source files of the lazy components on this view; they are loaded before it hydrates. */
    lazySources: z.optional(z.array(z.string())),
  }),
});
export type BootData = z.infer<typeof BootData>;

/** The id of the script element, and of the one with the queries that the server already answered. */
export const bootElementId = "foyer-boot";
export const queriesElementId = "foyer-queries";
