-- The host name at which a seller's pages are, alone. Scripts of the seller's tag container run there and nowhere else.
alter table seller add column host text unique
  check (length(host) <= 253 and host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$');
