import { queryOptions } from "@tanstack/react-query";
import { readAttendance, type Attendance } from "@foyer/contract/office/money/attendanceReport.ts";
import type { ReportWaiting } from "@foyer/contract/office/money/reports.ts";
import { callOffice } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";

export type AttendanceSearch = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly from_time?: string | undefined;
  readonly to_time?: string | undefined;
  readonly event_template_id?: string | undefined;
  readonly compare?: string | undefined;
  readonly by?: string | undefined;
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
};

export type AttendanceChoice = AttendanceSearch & { readonly from: string; readonly to: string };

/** A report that takes long is polled until it is ready. */
export const attendanceQuery = (slug: string, span: AttendanceChoice) =>
  queryOptions({
    queryKey: ["attendance", slug, span],
    queryFn: (): Promise<Attendance | ReportWaiting> => callOffice(readAttendance, span as never, slug),
    refetchInterval: ({ state: { data } }) => (data && "waiting" in data ? 1000 : false),
  });

/** Requests a new report instead of a stored one. */
export const attendanceAnew = async (slug: string, span: AttendanceChoice): Promise<void> => {
  const reply = await callOffice(readAttendance, { ...span, anew: "true" } as never, slug);
  queryClient.setQueryData(attendanceQuery(slug, span).queryKey, reply);
};
