-- allows: 0045
-- Compares e-mail addresses in any case of letters. A comparison of a column serves an index under row-level security, which
-- lower(email) does not.
create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
