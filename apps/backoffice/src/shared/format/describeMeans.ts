const gateways: Readonly<Record<string, string>> = {
  ledger: "Gift card",
  free: "Nothing due",
  cash: "Cash",
  terminal: "Card at a terminal",
};

/** 'Visa ending in 4242', 'Cash'. `means`: what is known about a card. */
export const describeMeans = (means: string | null, gateway_id: string): string =>
  means ?? gateways[gateway_id] ?? "Card";
