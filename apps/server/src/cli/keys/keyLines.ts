/** A key or certificate in PEM has many lines: they are one value, from its first dashes to its last. */
const joinPemLines = (given: string): string =>
  given
    .replaceAll("\r", "")
    .replace(/-----BEGIN [^-]+-----[^-]*-----END [^-]+-----/g, (pem) => pem.replaceAll("\n", "\\n"));

/** Lines like `secret_key=sk_live_…`; empty ones and those that begin with # say nothing. */
export const parseKeyLines = (given: string): Record<string, string> => {
  const lines = joinPemLines(given)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line, index) => {
      const separator = line.indexOf("=");
      // Not repeated: it may be a secret whose name was forgotten.
      if (separator < 1) throw new Error(`Line ${index + 1} is not like name=value.`);
      // As files of service accounts write it, too: a key on one line.
      return [
        line.slice(0, separator).trim(),
        line
          .slice(separator + 1)
          .trim()
          .replaceAll("\\n", "\n"),
      ];
    }),
  );
};

/** As much of a key as tells it from others. */
export const maskKey = (value: string | undefined): string => (value === undefined ? "none" : `…${value.slice(-4)}`);
