/** The name of a country in the reader's language. */
export const countryName = (country: string | null, locales: readonly string[] = navigator.languages): string => {
  const name = country === null ? undefined : new Intl.DisplayNames([...locales], { type: "region" }).of(country);
  return name ?? "Unknown place";
};
