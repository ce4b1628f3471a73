/** The path of this site that a link asks to continue to; undefined for anything that could lead to another site. */
export const sameSitePath = (next: string | null): string | undefined => {
  if (next === null || next.length > 2000) return undefined;
  // Browsers read '\' as '/' and skip tabs and line breaks: '/\t/elsewhere.example' would be another host.
  return /^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(next) ? next : undefined;
};

/**
 * The URL of a seller's own confirmation page, from a template with `{orderIds}` and `{cartId}`. Undefined unless it
 * is https and still on the template's host.
 */
export const completedOrderUrl = (
  template: string,
  { orderIds, cartId }: { readonly orderIds: readonly string[]; readonly cartId: string },
): string | undefined => {
  const host = /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)(?=[/?#]|$)/i.exec(template)?.[1];
  if (host === undefined) return undefined;
  const filled = template
    .replaceAll("{orderIds}", encodeURIComponent(orderIds.join(",")))
    .replaceAll("{cartId}", encodeURIComponent(cartId));
  const url = URL.parse(filled);
  return url?.protocol === "https:" && url.host === URL.parse(`https://${host}`)?.host && url.username === ""
    ? url.href
    : undefined;
};
