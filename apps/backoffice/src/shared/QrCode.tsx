import { useQuery } from "@tanstack/react-query";
import css from "./QrCode.module.css";

/** Drawn in the browser, so that a secret in the code is not sent anywhere. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data } = useQuery({
    queryKey: ["qr", text],
    queryFn: async () => {
      const { create } = await import("qrcode");
      const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
      const cells = Array.from(data, (isDark, index) =>
        isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : "",
      );
      return { size, path: cells.join("") };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <div className={css.qr}>
      {data && (
        <svg viewBox={`-4 -4 ${data.size + 8} ${data.size + 8}`} role="img" aria-label={label}>
          <path d={data.path} />
        </svg>
      )}
    </div>
  );
}
