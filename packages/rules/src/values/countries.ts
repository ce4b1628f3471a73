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

/** The three-letter codes, in the same order. */
const alpha3Codes: readonly string[] = (
  "AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU " +
  "BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR " +
  "CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY " +
  "GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN " +
  "ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA " +
  "LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER " +
  "NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU " +
  "SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF " +
  "TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF " +
  "WSM YEM MYT ZAF ZMB ZWE"
).split(" ");

const countryByCurrency: Readonly<Record<string, string>> = { AUD: "AU", CAD: "CA", GBP: "GB", NZD: "NZ", USD: "US" };

/** The two-letter code of the country where buyers in this currency most likely live; 'US' for an unknown currency. */
export const countryOfCurrency = (currency: string): string => countryByCurrency[currency] ?? "US";

/** Countries whose postcodes are entered as digits only. */
const digitPostcodes: ReadonlySet<string> = new Set("AT AU BE CH DE DK ES FI FR IT NO NZ US".split(" "));

/** Whether postcodes of this country are digits only, so that a phone can show its number pad. */
export const hasDigitPostcode = (country: string): boolean => digitPostcodes.has(country);

/** Other and former names of countries: stored addresses can contain old names. */
const otherNames: Readonly<Record<string, string>> = {
  "united states of america": "us",
  "u.s.": "us",
  "u.s.a.": "us",
  america: "us",
  uk: "gb",
  "u.k.": "gb",
  "great britain": "gb",
  england: "gb",
  scotland: "gb",
  wales: "gb",
  "northern ireland": "gb",
  "republic of ireland": "ie",
  holland: "nl",
  "the netherlands": "nl",
  turkey: "tr",
  "czech republic": "cz",
  macedonia: "mk",
  swaziland: "sz",
  burma: "mm",
  myanmar: "mm",
  "cabo verde": "cv",
  "ivory coast": "ci",
  "east timor": "tl",
  "hong kong": "hk",
  macau: "mo",
  macao: "mo",
  "south korea": "kr",
  korea: "kr",
  "russian federation": "ru",
  "viet nam": "vn",
  palestine: "ps",
  congo: "cg",
  "democratic republic of the congo": "cd",
};

const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replaceAll("’", "'")
    .trim()
    .toLowerCase();

let codesByName: ReadonlyMap<string, string> | undefined;
/** Two-letter codes in lower case, by English name or three-letter code; built on first use. */
const codeByName = (name: string): string | undefined => {
  codesByName ??= new Map([
    ...countries.map((code) => [folded(displayNames("en").of(code) ?? code), code.toLowerCase()] as const),
    ...alpha3Codes.map((alpha3, index) => [alpha3.toLowerCase(), countries[index]?.toLowerCase() ?? ""] as const),
    ...Object.entries(otherNames),
  ]);
  return codesByName.get(name);
};

const displayNames = (locale: string): Intl.DisplayNames => new Intl.DisplayNames([locale, "en"], { type: "region" });

/** The country's code in two lower-case letters, from a code or a name in English; undefined for anything else. */
export const countryCode = (text: string): string | undefined => {
  const name = folded(text);
  return /^[a-z]{2}$/.test(name) && countries.includes(name.toUpperCase()) ? name : codeByName(name);
};

/** All countries with their names in this language: the likely ones first, then the others in alphabetical order. */
export const countryOptions = (
  locale: string,
  likely: readonly string[],
): readonly { readonly value: string; readonly label: string }[] => {
  const names = displayNames(locale);
  const first = [...new Set(likely)].filter((code) => countries.includes(code));
  const toOption = (value: string) => ({ value, label: names.of(value) ?? value });
  const { compare } = new Intl.Collator(locale);
  const others = countries
    .filter((code) => !first.includes(code))
    .map(toOption)
    .toSorted((one, other) => compare(one.label, other.label));
  return [...first.map(toOption), ...others];
};

/** The countries of language tags: 'en-NZ' gives 'NZ'. */
export const countriesOfLanguages = (tags: readonly string[]): readonly string[] =>
  tags.flatMap((tag) => /[-_]([A-Z]{2})\b/i.exec(tag)?.[1]?.toUpperCase() ?? []);

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
