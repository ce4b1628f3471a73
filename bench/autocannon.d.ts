/** What the benches use of the load generator, which brings no types of its own. */
declare module "autocannon" {
  export type Load = {
    readonly requests: { readonly average: number };
    readonly latency: { readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  };
  const autocannon: (options: { url: string; connections: number; duration: number }) => Promise<Load>;
  export default autocannon;
}
