export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const linePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses Prometheus' text format; throws on an invalid line. */
export const parseScrape = (text: string): Sample[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name, labels = "", value] = linePattern.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`This is no sample: ${line}`);
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(labelPattern)].map(([, key = "", text = ""]) => [key, text])),
        value: Number(value),
      };
    });

export const scrape = async (address: string): Promise<Sample[]> => {
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`The scrape was answered with ${response.status}`);
  return parseScrape(await response.text());
};

/** The sum of the samples with this name and these labels; undefined if there are none. */
export const valueOf = (
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined => {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
};
