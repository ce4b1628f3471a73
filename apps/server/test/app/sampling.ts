/**
 * As many of `all` as `count` says, others every day. For what is alike and slow, never for money, stock, tenancy or
 * permissions. `ALL=1` takes all of them.
 */
export const sampledToday = <Case>(all: readonly Case[], count: number): readonly Case[] => {
  if (process.env.ALL === "1") return all;
  const day = Math.floor(Date.now() / 86_400_000);
  return all.filter((_, index) => (index + all.length - (day % all.length)) % all.length < count);
};
