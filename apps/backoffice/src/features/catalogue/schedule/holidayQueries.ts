import { queryOptions } from "@tanstack/react-query";
import { listPublicHolidays, readHolidayPlaces } from "@foyer/contract/office/catalogue/holidays.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice } from "../../../shared/call.ts";

export type HolidayPlaces = StaffReply<typeof readHolidayPlaces>;

/** Countries and regions do not change while the server runs. */
export const placesQuery = (slug: string, timezone: string) =>
  queryOptions({
    queryKey: ["holiday-places", slug, timezone],
    queryFn: () => callOffice(readHolidayPlaces, timezone !== "" && timezone.length <= 64 ? { timezone } : {}, slug),
    staleTime: Infinity,
  });

export type HolidayChoice = { readonly country: string; readonly region: string; readonly year: number };

export const holidaysQuery = (slug: string, { country, region, year }: HolidayChoice) =>
  queryOptions({
    queryKey: ["holidays", slug, country, region, year],
    queryFn: () =>
      callOffice(listPublicHolidays, { country, year: String(year), ...(region !== "" && { region }) }, slug),
    enabled: country !== "",
    staleTime: Infinity,
  });
