import { queryOptions } from "@tanstack/react-query";
import { lookUpCode, type CodeLookup } from "@foyer/contract/shop/codes.ts";
import { call, Refused } from "../../../api/call.ts";

/** What a gift code offers; null if there is no such code. */
export const giftCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ["gift-code", code] as const,
    queryFn: async ({ signal }): Promise<CodeLookup | null> => {
      try {
        const found = await call(lookUpCode, { code, mode: "advertise,code" }, { signal, fresh: true });
        return found.code._data[0] ?? null;
      } catch (error) {
        if (error instanceof Refused && error.code === "code_not_found") return null;
        throw error;
      }
    },
    staleTime: 0,
    gcTime: 0,
    enabled: code !== "",
  });
