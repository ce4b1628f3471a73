/** Lines like `secret_key=sk_live_…`; empty ones and those that begin with # say nothing. */
export const keysIn = (given: string): Record<string, string> => {
  const lines = given
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line, place) => {
      const at = line.indexOf("=");
      // Not repeated: it may be a secret whose name was forgotten.
      if (at < 1) throw new Error(`Line ${place + 1} is not like name=value.`);
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
};

/** As much of a key as tells it from others. */
export const shown = (value: string | undefined): string => (value === undefined ? "none" : `…${value.slice(-4)}`);
