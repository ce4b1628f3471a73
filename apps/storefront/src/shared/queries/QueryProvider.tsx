import {
  hydrate,
  QueryClientContext,
  QueryClientProvider,
  type DehydratedState,
  type QueryClient,
} from "@tanstack/react-query";
import { use, type ComponentType, type ReactNode } from "react";
import { setApiSeller } from "../../api/call.ts";
import { embeddedQueries } from "./initialData.tsx";
import { createQueryClient } from "./queryClient.ts";
import { useSeller } from "../seller/seller.tsx";

let browserClient: QueryClient | undefined;

/** The one client of this browser's page; it begins with what the server asked. */
export const browserQueryClient = (seller: string): QueryClient => {
  if (browserClient) return browserClient;
  setApiSeller(seller);
  browserClient = createQueryClient();
  hydrate(browserClient, (embeddedQueries() ?? {}) as Partial<DehydratedState>);
  return browserClient;
};

/** Gives what is within it the page's queries; where they are given already, in tests and on the server, it is nothing. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const { slug } = useSeller();
  return use(QueryClientContext) ? (
    children
  ) : (
    <QueryClientProvider client={browserQueryClient(slug)}>{children}</QueryClientProvider>
  );
}

/** The same component with queries around it: for a part that stands where there are none. */
export const withQueryClient = <P extends object>(Part: ComponentType<P>): ComponentType<P> =>
  function WithQueries(props: P) {
    return (
      <QueryProvider>
        <Part {...props} />
      </QueryProvider>
    );
  };
