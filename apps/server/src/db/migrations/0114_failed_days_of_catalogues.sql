-- allows: 0045
-- Why a seller's newest catalogue could not be applied on that day, in a few lines; null where it was.
alter table catalogue_day add column failure text;
grant update (failure) on catalogue_day to foyer_app;
