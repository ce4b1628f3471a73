/** The two-letter codes of every country in ISO 3166-1. */
export const countries: readonly string[] = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC " +
  "CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD " +
  "GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH " +
  "KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW " +
  "MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC " +
  "SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY " +
  "UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split(" ");

const countryByCurrency: Readonly<Record<string, string>> = { AUD: "AU", CAD: "CA", GBP: "GB", NZD: "NZ", USD: "US" };

/** The two-letter code of the country where buyers in this currency most likely live; 'US' for an unknown currency. */
export const countryOfCurrency = (currency: string): string => countryByCurrency[currency] ?? "US";

/** Country names that occur in addresses instead of a code. */
const countryNames: ReadonlyMap<string, string> = new Map([
  ["united states", "us"],
  ["usa", "us"],
  ["canada", "ca"],
]);

/** The country's code in two lower-case letters, from a code or one of the names above; undefined for anything else. */
export const countryCode = (text: string): string | undefined => {
  const known = text.trim().toLowerCase();
  const code = countryNames.get(known) ?? known;
  return countries.includes(code.toUpperCase()) ? code : undefined;
};

/** The string key for the label of a state or region field in this country. */
export const regionLabelKey = (
  country: string,
  field: "state" | "region",
): "state" | "region" | "province" | "subdivision" => {
  switch (countryCode(country)) {
    case "ca":
      return "province";
    case "gb":
      return "subdivision";
    default:
      return field;
  }
};
