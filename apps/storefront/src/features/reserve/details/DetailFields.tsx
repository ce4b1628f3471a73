import { Attendees } from "./Attendees.tsx";
import { SurveyQuestions } from "./SurveyQuestions.tsx";
import { Vouchers } from "./Vouchers.tsx";
import type { DetailFieldsProps } from "./detailsState.ts";

/** Attendees, survey answers and vouchers. */
export function DetailFields({ details }: DetailFieldsProps) {
  const { asked } = details;
  const withAttendees = asked.groups.filter(({ attendees }) => attendees.length > 0);
  const withSurvey = asked.groups.filter(({ survey }) => survey.length > 0);
  return (
    <>
      {withAttendees.length > 0 && <Attendees groups={withAttendees} details={details} />}
      {withSurvey.length > 0 && <SurveyQuestions groups={withSurvey} details={details} />}
      {asked.vouchers.length > 0 && <Vouchers tickets={asked.vouchers} details={details} />}
    </>
  );
}
