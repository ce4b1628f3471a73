-- The app reads which migrations ran; only the owner of the tables writes it.
revoke insert, update, delete, truncate on schema_migration from foyer_app;
