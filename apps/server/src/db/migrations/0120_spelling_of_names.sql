-- allows: 0045
-- Compares names and telephone numbers in any spelling: without accents, case, spaces, hyphens, apostrophes and signs. A
-- comparison of a column serves an index under row-level security, which a function of one does not.
create collation any_spelling (provider = icu, locale = 'und-u-ka-shifted-ks-level1-kv-symbol', deterministic = false);
