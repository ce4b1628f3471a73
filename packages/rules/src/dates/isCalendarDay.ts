/** Whether a text is a day of the calendar: '2026-02-28', but not '2026-02-30'. */
export const isCalendarDay = (text: string): boolean => {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
};
