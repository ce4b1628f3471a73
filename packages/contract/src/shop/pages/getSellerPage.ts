import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { sellerPageNames } from "./pageNames.ts";

export const getSellerPage = endpoint({
  name: "getSellerPage",
  method: "GET",
  path: "/pages/:page",
  summary: "The seller's terms, privacy statement, imprint or accessibility statement, as HTML without scripts.",
  cached: true,
  params: z.strictObject({ page: z.enum(sellerPageNames) }),
  reply: z.object({ page: z.object({ name: z.enum(sellerPageNames), html: z.string() }) }),
});
