/** Regions whose weeks begin on a Sunday or a Saturday, from CLDR's week data; all others begin on a Monday. */
const sundayRegions =
  "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW";
const saturdayRegions = "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY";
const [sundays, saturdays] = [sundayRegions, saturdayRegions].map((regions) => new Set(regions.split(" ")));

/** The weekday on which calendars of a locale begin: 0 is Sunday, 1 Monday, 6 Saturday. */
export const weekStartOf = (locale: string): 0 | 1 | 6 => {
  const region = new Intl.Locale(locale).maximize().region ?? "";
  return sundays?.has(region) ? 0 : saturdays?.has(region) ? 6 : 1;
};
