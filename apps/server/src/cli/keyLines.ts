/** A key or certificate in PEM has many lines: they are one value, from its first dashes to its last. */
const oneLineEach = (given: string): string =>
  given
    .replaceAll("\r", "")
    .replace(/-----BEGIN [^-]+-----[^-]*-----END [^-]+-----/g, (pem) => pem.replaceAll("\n", "\\n"));

/** Lines like `secret_key=sk_live_…`; empty ones and those that begin with # say nothing. */
export const keysIn = (given: string): Record<string, string> => {
  const lines = oneLineEach(given)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line, place) => {
      const at = line.indexOf("=");
      // Not repeated: it may be a secret whose name was forgotten.
      if (at < 1) throw new Error(`Line ${place + 1} is not like name=value.`);
      // As files of service accounts write it, too: a key on one line.
      return [
        line.slice(0, at).trim(),
        line
          .slice(at + 1)
          .trim()
          .replaceAll("\\n", "\n"),
      ];
    }),
  );
};

/** As much of a key as tells it from others. */
export const shown = (value: string | undefined): string => (value === undefined ? "none" : `…${value.slice(-4)}`);
