/** Countries of the museum list: what they pay with, what they speak, how their clocks go. */
export const countries = {
  AT: { currency: "EUR", locale: "de-AT", timezone: "Europe/Vienna" },
  BE: { currency: "EUR", locale: "nl-BE", timezone: "Europe/Brussels" },
  CH: { currency: "CHF", locale: "de-CH", timezone: "Europe/Zurich" },
  CZ: { currency: "CZK", locale: "cs-CZ", timezone: "Europe/Prague" },
  DE: { currency: "EUR", locale: "de-DE", timezone: "Europe/Berlin" },
  DK: { currency: "DKK", locale: "da-DK", timezone: "Europe/Copenhagen" },
  ES: { currency: "EUR", locale: "es-ES", timezone: "Europe/Madrid" },
  FI: { currency: "EUR", locale: "fi-FI", timezone: "Europe/Helsinki" },
  FR: { currency: "EUR", locale: "fr-FR", timezone: "Europe/Paris" },
  GB: { currency: "GBP", locale: "en-GB", timezone: "Europe/London" },
  HU: { currency: "HUF", locale: "hu-HU", timezone: "Europe/Budapest" },
  IE: { currency: "EUR", locale: "en-IE", timezone: "Europe/Dublin" },
  IT: { currency: "EUR", locale: "it-IT", timezone: "Europe/Rome" },
  NL: { currency: "EUR", locale: "nl-NL", timezone: "Europe/Amsterdam" },
  NO: { currency: "NOK", locale: "nb-NO", timezone: "Europe/Oslo" },
  PL: { currency: "PLN", locale: "pl-PL", timezone: "Europe/Warsaw" },
  PT: { currency: "EUR", locale: "pt-PT", timezone: "Europe/Lisbon" },
  RU: { currency: "RUB", locale: "ru-RU", timezone: "Europe/Moscow" },
  SE: { currency: "SEK", locale: "sv-SE", timezone: "Europe/Stockholm" },
} as const;
export type Country = keyof typeof countries;

/** Latitude and longitude of towns, dense along the borders that museums stand near. */
const towns: readonly (readonly [Country, number, number, string])[] = [
  ["AT", 48.21, 16.37, "Wien"], ["AT", 48.31, 14.29, "Linz"], ["AT", 47.8, 13.05, "Salzburg"], ["AT", 47.27, 11.39, "Innsbruck"], ["AT", 47.5, 9.75, "Bregenz"], ["AT", 47.07, 15.44, "Graz"],
  ["BE", 50.85, 4.35, "Brussel"], ["BE", 51.22, 4.4, "Antwerpen"], ["BE", 51.05, 3.72, "Gent"], ["BE", 50.83, 3.26, "Kortrijk"], ["BE", 50.45, 3.95, "Mons"], ["BE", 50.63, 5.57, "Liège"],
  ["CH", 47.37, 8.54, "Zürich"], ["CH", 46.95, 7.45, "Bern"], ["CH", 47.56, 7.59, "Basel"], ["CH", 47.585, 7.65, "Riehen"], ["CH", 46.2, 6.14, "Genève"], ["CH", 46.52, 6.63, "Lausanne"], ["CH", 46.1, 7.07, "Martigny"], ["CH", 46.5, 9.84, "St. Moritz"], ["CH", 46.0, 8.95, "Lugano"], ["CH", 47.5, 8.72, "Winterthur"],
  ["CZ", 50.09, 14.42, "Praha"], ["CZ", 49.2, 16.61, "Brno"],
  ["DE", 52.52, 13.4, "Berlin"], ["DE", 53.55, 9.99, "Hamburg"], ["DE", 54.32, 10.14, "Kiel"], ["DE", 53.08, 8.8, "Bremen"], ["DE", 52.37, 9.74, "Hannover"], ["DE", 51.34, 12.37, "Leipzig"], ["DE", 51.05, 13.74, "Dresden"], ["DE", 51.31, 9.48, "Kassel"], ["DE", 51.96, 7.63, "Münster"], ["DE", 51.23, 6.77, "Düsseldorf"], ["DE", 51.79, 6.14, "Kleve"], ["DE", 50.94, 6.96, "Köln"], ["DE", 50.36, 7.59, "Koblenz"], ["DE", 50.11, 8.68, "Frankfurt"], ["DE", 48.78, 9.18, "Stuttgart"], ["DE", 48.4, 9.99, "Ulm"], ["DE", 48.14, 11.58, "München"], ["DE", 48.76, 8.24, "Baden-Baden"], ["DE", 48.0, 7.85, "Freiburg"], ["DE", 47.603, 7.622, "Weil am Rhein"], ["DE", 49.45, 11.08, "Nürnberg"], ["DE", 50.78, 6.08, "Aachen"],
  ["DK", 55.68, 12.57, "København"], ["DK", 55.97, 12.54, "Humlebæk"], ["DK", 56.15, 10.21, "Aarhus"], ["DK", 55.4, 10.39, "Odense"],
  ["ES", 40.42, -3.7, "Madrid"], ["ES", 41.39, 2.17, "Barcelona"], ["ES", 39.47, -0.38, "Valencia"], ["ES", 43.26, -2.93, "Bilbao"], ["ES", 39.47, -6.37, "Cáceres"], ["ES", 36.72, -4.42, "Málaga"], ["ES", 37.39, -5.99, "Sevilla"],
  ["FI", 60.17, 24.94, "Helsinki"],
  ["FR", 48.86, 2.35, "Paris"], ["FR", 50.63, 3.06, "Lille"], ["FR", 50.69, 3.17, "Roubaix"], ["FR", 50.1, 3.54, "Le Cateau-Cambrésis"], ["FR", 49.9, 2.3, "Amiens"], ["FR", 49.12, 6.18, "Metz"], ["FR", 48.58, 7.75, "Strasbourg"], ["FR", 48.08, 7.36, "Colmar"], ["FR", 47.75, 7.34, "Mulhouse"], ["FR", 47.24, 6.02, "Besançon"], ["FR", 48.3, 4.08, "Troyes"], ["FR", 45.76, 4.84, "Lyon"], ["FR", 45.19, 5.72, "Grenoble"], ["FR", 43.7, 7.27, "Nice"], ["FR", 43.3, 5.37, "Marseille"], ["FR", 43.84, 4.36, "Nîmes"], ["FR", 43.6, 1.44, "Toulouse"], ["FR", 44.84, -0.58, "Bordeaux"], ["FR", 48.11, -1.68, "Rennes"], ["FR", 48.0, -4.1, "Quimper"],
  ["GB", 51.51, -0.13, "London"], ["GB", 53.41, -2.99, "Liverpool"], ["GB", 55.95, -3.19, "Edinburgh"], ["GB", 51.75, -1.26, "Oxford"], ["GB", 52.2, 0.12, "Cambridge"],
  ["HU", 47.5, 19.04, "Budapest"], ["IE", 53.35, -6.26, "Dublin"],
  ["IT", 41.9, 12.5, "Roma"], ["IT", 45.46, 9.19, "Milano"], ["IT", 43.77, 11.26, "Firenze"], ["IT", 43.32, 11.33, "Siena"], ["IT", 40.85, 14.27, "Napoli"], ["IT", 45.44, 12.33, "Venezia"], ["IT", 45.07, 7.69, "Torino"], ["IT", 43.72, 12.64, "Urbino"],
  ["NL", 52.37, 4.9, "Amsterdam"], ["NL", 52.08, 4.3, "Den Haag"], ["NL", 51.92, 4.48, "Rotterdam"], ["NL", 51.44, 5.48, "Eindhoven"], ["NL", 51.98, 5.91, "Arnhem"], ["NL", 52.09, 5.82, "Otterlo"], ["NL", 52.2, 6.3, "Gorssel"], ["NL", 52.51, 6.09, "Zwolle"], ["NL", 52.22, 6.89, "Enschede"], ["NL", 50.85, 5.69, "Maastricht"], ["NL", 53.22, 6.57, "Groningen"],
  ["NO", 59.91, 10.75, "Oslo"], ["PL", 52.23, 21.01, "Warszawa"], ["PL", 50.06, 19.94, "Kraków"], ["PT", 38.72, -9.14, "Lisboa"], ["PT", 41.15, -8.61, "Porto"],
  ["RU", 55.75, 37.62, "Moskva"], ["RU", 59.94, 30.31, "Sankt-Peterburg"], ["SE", 59.33, 18.07, "Stockholm"], ["SE", 55.6, 13.0, "Malmö"],
];

export const townNames: readonly string[] = towns.map(([, , , name]) => name);

const furthestKilometres = 120;

/** The country of a place: that of the nearest town we know, when there is one near enough. */
export const countryOf = (lat: number, lon: number): Country | undefined => {
  const found = towns
    .map(([country, townLat, townLon]) => ({ country, km: Math.hypot(lat - townLat, (lon - townLon) * Math.cos((lat * Math.PI) / 180)) * 111.2 }))
    .toSorted((a, b) => a.km - b.km)[0];
  return found && found.km <= furthestKilometres ? found.country : undefined;
};

/** What a full and a reduced ticket cost, in the coins of the country. */
export const pricesIn: Readonly<Record<string, readonly [full: number, reduced: number]>> = {
  EUR: [14, 8], GBP: [16, 9], CHF: [20, 12], DKK: [130, 80], SEK: [150, 90], NOK: [160, 90], PLN: [30, 20], CZK: [250, 150], HUF: [4200, 2100], RUB: [500, 250],
};
