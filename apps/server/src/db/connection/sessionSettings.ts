/** What every session of the app has set, whether it takes it on when it starts or its login has it. */
export const sessionSettings = {
  timezone: "UTC",
  datestyle: "ISO",
  jit: "off",
  // Milliseconds.
  statement_timeout: "10000",
  // A statement of a killed server that waits for a lock ends within this time, instead of taking effect later.
  client_connection_check_interval: "1000",
} as const;

/** As start parameters of a session. */
export const optionsOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
