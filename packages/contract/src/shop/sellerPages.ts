import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { sellerPageNames } from "./writtenPages.ts";

const WrittenPage = z.strictObject({ html: z.string().check(z.minLength(1), z.maxLength(100_000)) });

/** HTML by name; a page that is absent does not exist. */
export const WrittenPages = z.strictObject({
  privacy: z.optional(WrittenPage),
  imprint: z.optional(WrittenPage),
  accessibility: z.optional(WrittenPage),
});

export const getSellerPage = endpoint({
  name: "getSellerPage",
  method: "GET",
  path: "/pages/:page",
  summary: "The seller's terms, privacy statement, imprint or accessibility statement, as HTML without scripts.",
  cached: true,
  params: z.strictObject({ page: z.enum(sellerPageNames) }),
  reply: z.object({ page: z.object({ name: z.enum(sellerPageNames), html: z.string() }) }),
});
