import { queryOptions } from "@tanstack/react-query";
import { readAttendance } from "@foyer/contract/office/money/attendanceReport.ts";
import { callOffice } from "../../shared/call.ts";

export type AttendanceSearch = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly event_template_id?: string | undefined;
  readonly compare?: string | undefined;
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
};

export const attendanceQuery = (
  slug: string,
  span: AttendanceSearch & { readonly from: string; readonly to: string },
) =>
  queryOptions({
    queryKey: ["attendance", slug, span],
    queryFn: () => callOffice(readAttendance, span as never, slug),
  });
