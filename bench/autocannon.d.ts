/** The part of the load generator that the benchmarks use; it has no types of its own. */
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
