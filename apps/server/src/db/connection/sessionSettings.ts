/** Settings that every session of the app has, either from its start parameters or from its login. */
export const sessionSettings = {
  timezone: "UTC",
  datestyle: "ISO",
  jit: "off",
  // A plan is kept for sellers of any size. The planner expects few rows of each table per seller, and therefore that a
  // merge join of whole tables ends early: for a seller with 1,000 events it read 100 million rows for one order.
  enable_mergejoin: "off",
  // Milliseconds.
  statement_timeout: "10000",
  // A statement of a killed server that waits for a lock ends within this time, instead of taking effect later.
  client_connection_check_interval: "1000",
} as const;

/** The settings as start parameters of a session. */
export const optionsOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
