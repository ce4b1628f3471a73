/** '12,5' becomes '12.50'. Invalid amounts stay as typed, for the rules to reject. */
export function tidyAmount(typed: string, decimals: number): string {
  const text = typed.trim().replace(",", ".");
  const match = /^(\d+)(?:\.(\d*))?$|^\.(\d+)$/.exec(text);
  if (!match) return typed.trim();
  const whole = (match[1] ?? "0").replace(/^0+(?=\d)/, "");
  const part = match[2] ?? match[3] ?? "";
  if (part.length > decimals) return typed.trim();
  return decimals === 0 ? whole : `${whole}.${part.padEnd(decimals, "0")}`;
}
