import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { cleanWriting } from "@foyer/contract/office/catalogue/writing.ts";
import { callOffice } from "../../../shared/call.ts";
import { useSettled } from "../../../shared/useSettled.ts";

/** Milliseconds after the last key. */
const pauseMs = 500;

/** A text as the storefront shows it, shortly after it was typed. */
export const useCleanWriting = (slug: string, html: string) => {
  const settled = useSettled(html, pauseMs);
  return useQuery({
    queryKey: ["writing", slug, settled],
    queryFn: () => callOffice(cleanWriting, { html: settled }, slug),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  }).data;
};
