import { Attendees } from "./Attendees.tsx";
import { SurveyQuestions } from "./SurveyQuestions.tsx";
import { Vouchers } from "./Vouchers.tsx";
import type { DetailFieldsProps } from "./detailsState.ts";

/** Attendees, survey answers and vouchers. */
export function DetailFields({ details }: DetailFieldsProps) {
  const { form } = details;
  const withAttendees = form.groups.filter(({ attendees }) => attendees.length > 0);
  const withSurvey = form.groups.filter(({ survey }) => survey.length > 0);
  return (
    <>
      {withAttendees.length > 0 && <Attendees groups={withAttendees} details={details} />}
      {withSurvey.length > 0 && <SurveyQuestions groups={withSurvey} details={details} />}
      {form.vouchers.length > 0 && <Vouchers tickets={form.vouchers} details={details} />}
    </>
  );
}
