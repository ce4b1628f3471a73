import type { AddressItem } from "@foyer/contract/shop/forms/address.ts";

export type SampleAddress = Omit<AddressItem, "Line3" | "Line4" | "Line5"> & {
  /** Three letters, for example 'GBR'. */
  readonly country: string;
  /** The street or house that several addresses share. */
  readonly container?: string;
};

const addressIn =
  (country: string, CountryIso2: string) =>
  (Line1: string, City: string, Province: string, PostalCode: string, Line2 = ""): SampleAddress => ({
    country,
    CountryIso2,
    Line1,
    Line2,
    City,
    Province,
    PostalCode,
  });
const [us, ca, gb, au, nz] = [
  addressIn("USA", "US"),
  addressIn("CAN", "CA"),
  addressIn("GBR", "GB"),
  addressIn("AUS", "AU"),
  addressIn("NZL", "NZ"),
];

/** An invented street, so that there is a container with several addresses. */
const foxgloveRow = Array.from({ length: 8 }, (_, index): SampleAddress => ({
  ...gb(`${index + 1} Foxglove Row`, "London", "", "SE99 9ZZ"),
  container: "Foxglove Row",
}));
const tidewaterHouse = ["1A", "1B", "2A", "2B"].map((flat): SampleAddress => ({
  ...us("40 Tidewater Street", "New York", "NY", "10099", `Apt ${flat}`),
  container: "40 Tidewater Street",
}));

/** Public museums, theatres and gardens, and the invented addresses above. */
export const sampleAddresses: readonly SampleAddress[] = [
  us("1000 5th Ave", "New York", "NY", "10028"),
  us("11 W 53rd St", "New York", "NY", "10019"),
  us("200 Central Park W", "New York", "NY", "10024"),
  us("1071 5th Ave", "New York", "NY", "10128"),
  us("111 S Michigan Ave", "Chicago", "IL", "60603"),
  us("151 3rd St", "San Francisco", "CA", "94103"),
  ...tidewaterHouse,
  ca("100 Queens Park", "Toronto", "ON", "M5S 2C6"),
  ca("317 Dundas St W", "Toronto", "ON", "M5T 1G4"),
  ca("1380 Rue Sherbrooke O", "Montréal", "QC", "H3G 1J5"),
  ca("750 Hornby St", "Vancouver", "BC", "V6Z 2H7"),
  gb("British Museum", "London", "", "WC1B 3DG", "Great Russell Street"),
  gb("Tate Modern", "London", "", "SE1 9TG", "Bankside"),
  gb("National Gallery", "London", "", "WC2N 5DN", "Trafalgar Square"),
  gb("Victoria & Albert Museum", "London", "", "SW7 2RL", "Cromwell Road"),
  gb("National Museum of Scotland", "Edinburgh", "", "EH1 1JF", "Chambers Street"),
  ...foxgloveRow,
  au("Sydney Opera House", "Sydney", "NSW", "2000", "Bennelong Point"),
  au("1 William St", "Sydney", "NSW", "2010"),
  au("180 St Kilda Rd", "Melbourne", "VIC", "3006"),
  nz("55 Cable Street", "Wellington", "", "6011", "Te Aro"),
  nz("Auckland War Memorial Museum", "Auckland", "", "1010", "Parnell"),
];
