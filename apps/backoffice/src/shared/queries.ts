import { QueryCache, QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { readPaymentMode } from "@foyer/contract/office/money/paymentKeys.ts";
import { listDevices } from "@foyer/contract/office/gate/devices.ts";
import { listAudit } from "@foyer/contract/office/staff/auditLog.ts";
import { listSignIns, readMe } from "@foyer/contract/office/staff/staffAccount.ts";
import { listStaff, listStaffNames } from "@foyer/contract/office/staff/staffing.ts";
import { signInOptions } from "@foyer/contract/office/staff/signIn.ts";
import { callOffice, CallError } from "./call.ts";
import { listPages, type ListSearch } from "./list/listSearch.ts";

export type Me = StaffReply<typeof readMe>;
export type SellerOfMe = Me["sellers"][number];

let onSignedOut: () => void = () => undefined;
/** Registers what happens when a call finds that the user is no longer signed in. */
export const whenSignedOut = (react: () => void): void => void (onSignedOut = react);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) onSignedOut();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && error instanceof CallError && (error.status === 0 || error.status === 503),
    },
  },
});

export const meQuery = queryOptions({ queryKey: ["me"], queryFn: () => callOffice(readMe, {}) });

/** The seller in the address, and the reader's permissions there. */
export const useOwnSeller = (slug: string) => {
  const { data: me } = useQuery(meQuery);
  const seller = me?.sellers.find((one) => one.slug === slug);
  return {
    name: seller?.name ?? "",
    timezone: seller?.timezone ?? "UTC",
    permissions: seller?.permissions ?? [],
    can: (permission: Permission) => seller?.permissions.includes(permission) === true,
  };
};

export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: () => callOffice(signInOptions, {}),
  staleTime: Infinity,
});
export const signInsQuery = queryOptions({ queryKey: ["sign-ins"], queryFn: () => callOffice(listSignIns, {}) });
export const staffListQuery = (slug: string, search: ListSearch) =>
  listPages(listStaff, { name: "staff", slug, search });
/** Called after somebody was invited or changed. */
export const refreshStaff = async (slug: string): Promise<void> => {
  await Promise.all(["staff", "staff-names"].map((name) => queryClient.invalidateQueries({ queryKey: [name, slug] })));
};
export const staffNamesQuery = (slug: string) =>
  queryOptions({ queryKey: ["staff-names", slug], queryFn: () => callOffice(listStaffNames, {}, slug) });

/** Changes when other keys are stored. */
export const paymentModeQuery = (slug: string) =>
  queryOptions({
    queryKey: ["payment-mode", slug],
    queryFn: () => callOffice(readPaymentMode, {}, slug),
    staleTime: 60_000,
  });

/** Polled, so that a newly paired device appears by itself. */
export const devicesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["devices", slug],
    queryFn: () => callOffice(listDevices, {}, slug),
    refetchInterval: ({ state }) =>
      state.data?.devices.some((device) => device.state === "waiting_for_pairing") === true ? 2_000 : 15_000,
  });

export type AuditFilters = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly staff_id?: string | undefined;
  readonly action?: string | undefined;
  readonly entity_kind?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly reason?: string | undefined;
  readonly rule?: string | undefined;
  readonly sort?: string | undefined;
};
/** The beginning of the audit log's query keys. */
export const auditKey = ["audit"] as const;
export const auditQuery = (slug: string, search: AuditFilters) => listPages(listAudit, { name: "audit", slug, search });
