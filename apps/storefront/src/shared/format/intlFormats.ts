/** Creating an Intl format is expensive, so each is created once. */
const memoizeFormat = <Wanted extends readonly unknown[], Format>(make: (...wanted: Wanted) => Format) => {
  const cache = new Map<string, Format>();
  return (...wanted: Wanted): Format => {
    const key = JSON.stringify(wanted);
    const cached = cache.get(key) ?? make(...wanted);
    // There are few languages, currencies and time zones; with very many sellers the cache is cleared.
    if (cache.size > 1000) cache.clear();
    cache.set(key, cached);
    return cached;
  };
};

export const numberFormat = memoizeFormat(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateFormat = memoizeFormat(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const pluralRules = memoizeFormat((locale: string) => new Intl.PluralRules(locale));
