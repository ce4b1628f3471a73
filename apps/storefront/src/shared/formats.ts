/** Formats are dear to make and the same for everybody who reads a language: each is made once. */
const madeOnce = <Wanted extends readonly unknown[], Format>(make: (...wanted: Wanted) => Format) => {
  const made = new Map<string, Format>();
  return (...wanted: Wanted): Format => {
    const key = JSON.stringify(wanted);
    const known = made.get(key) ?? make(...wanted);
    // Languages, currencies and zones are few; a server of very many sellers begins anew.
    if (made.size > 1000) made.clear();
    made.set(key, known);
    return known;
  };
};

export const numberFormat = madeOnce(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateFormat = madeOnce(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const pluralRules = madeOnce((locale: string) => new Intl.PluralRules(locale));
