import { queryOptions } from "@tanstack/react-query";
import {
  codeFilters,
  listCodeBatches,
  listCodeGroups,
  listCodes,
  readCode,
  type CodeState,
} from "@foyer/contract/office/catalogue/codes.ts";
import { callOffice } from "../../shared/call.ts";
import { listPages } from "../../shared/list/listSearch.ts";
import { queryClient } from "../../shared/queries.ts";

/** The address parameters of the list, so that a copied link shows the same list. */
export const codeSearchNames = ["q", ...Object.keys(codeFilters)] as const;
export type CodeSearch = Readonly<Record<string, string | undefined>>;

export const codeListQuery = (slug: string, search: CodeSearch) =>
  listPages(listCodes, { name: "codes", slug, search });

export const codeGroupsQuery = (slug: string) =>
  queryOptions({ queryKey: ["code-groups", slug], queryFn: () => callOffice(listCodeGroups, {}, slug) });

export const codeQuery = (slug: string, code_id: string) =>
  queryOptions({ queryKey: ["code", slug, code_id], queryFn: () => callOffice(readCode, { code_id }, slug) });

/** Polled every second while codes are being made. */
export const codeBatchesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["code-batches", slug],
    queryFn: () => callOffice(listCodeBatches, {}, slug),
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ made, quantity }) => made < quantity) === true ? 1_000 : false,
  });

/** Called after codes were made or changed. */
export const refreshCodes = async (slug: string): Promise<void> => {
  await Promise.all(
    ["codes", "code", "code-groups", "code-batches"].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name, slug] }),
    ),
  );
};

export const codeStateNames: Readonly<Record<CodeState, string>> = {
  active: "Active",
  retired: "Withdrawn",
  paused: "Paused",
  expired: "Over",
  not_yet_valid: "Not yet valid",
  used_up: "Used up",
};
