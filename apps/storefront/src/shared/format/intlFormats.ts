/** Formats are dear to make and the same for everybody who reads a language: each is made once. */
const memoizeFormat = <Wanted extends readonly unknown[], Format>(make: (...wanted: Wanted) => Format) => {
  const cache = new Map<string, Format>();
  return (...wanted: Wanted): Format => {
    const key = JSON.stringify(wanted);
    const known = cache.get(key) ?? make(...wanted);
    // Languages, currencies and zones are few; a server of very many sellers begins anew.
    if (cache.size > 1000) cache.clear();
    cache.set(key, known);
    return known;
  };
};

export const numberFormat = memoizeFormat(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateFormat = memoizeFormat(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const pluralRules = memoizeFormat((locale: string) => new Intl.PluralRules(locale));
