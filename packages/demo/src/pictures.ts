/** The names and descriptions of the demo sellers' pictures. Files are relative to `packages/demo`. */
export type DemoSeller = "harbor" | "larkfield" | "opal" | "kiwa";

export type DemoPicture = {
  readonly seller: DemoSeller;
  readonly name: string;
  readonly file: string;
  readonly alt: string;
};

const of = (seller: DemoSeller, shown: Readonly<Record<string, string>>): readonly DemoPicture[] =>
  Object.entries(shown).map(([name, alt]) => ({ seller, name, file: `pictures/${seller}/${name}.webp`, alt }));

export const pictures: readonly DemoPicture[] = [
  ...of("harbor", {
    admission: "Two visitors before five tall arched windows, the sun low over the harbor behind them.",
    "salt-and-light": "A white sun on the horizon and its path of light across layered teal waves.",
    "the-brass-age": "A brass armillary sphere before the shadows of great gear wheels.",
    "highlights-tour": "A guide with a small red flag leads a family through a long row of colored galleries.",
    "paper-boats": "A fleet of folded paper boats on teal water, one of them brass.",
    membership: "The museum at night, every window lit and mirrored in the harbor.",
    "members-night": "A dark gallery, three pictures lit by the lamps above them, visitors before each.",
    "gift-card": "A parcel wrapped in a pattern of waves, tied with a brass ribbon.",
    "culture-pass": "A folded strip of five coupons, each with its own emblem, the last one torn off.",
    donation: "A brass coin above still water, rings of light running out to the edge.",
    "harbor-pass": "Four tall windows with the same harbor at dawn, noon, sunset and night.",
    "late-table": "A small round table for two at a tall window, a candle burning, the lights of the harbor beyond.",
    completed: "Paper boats setting out into a sunrise with brass rays.",
    "completed-mobile": "Paper boats setting out into a sunrise with brass rays.",
  }),
  ...of("larkfield", {
    "garden-entry": "A path through the palm house, its iron ribs arching over ferns, palms and clay pots.",
    "orchids-after-dark": "Pale moth orchids under a string of lanterns in the dark green of night.",
    "the-pressed-garden": "A herbarium sheet with pressed fern, poppy, laurel, cow parsley and ginkgo.",
    "botanical-drawing":
      "A large leaf, one half in pencil and one half painted, beside a pencil and six swatches of color.",
    "season-pass": "A wreath whose leaves turn from spring blossom to summer green, autumn clay and winter frost.",
    "lavender-concert": "Five rows of lavender run over a hill like a stave, larks above them like notes.",
    membership: "A lush green plant in a clay pot before a round-arched window.",
    "friends-morning": "An open garden gate with a lantern, the sun low behind it and dew on the leaves.",
    "glasshouse-tour": "Three lit glasshouses at dusk, a gardener with a lantern leading guests to the door.",
    "planting-fund": "A seedling in a pot, a tree fern in a larger one and a young oak in the ground.",
    completed: "A garland of leaves and flowers, petals falling from it.",
    "completed-mobile": "A garland of leaves and flowers, petals falling from it.",
  }),
  ...of("opal", {
    "symphony-night": "Curved rows of seats glowing in opal colors around a coral stage with an orchestra.",
    "string-quartets-at-six": "Four string instruments in teal, blue, violet and rose before a setting coral sun.",
    "piano-recital": "A grand piano seen from above in a pool of light, its strings shimmering like opal.",
    "family-concert": "A coral trumpet blowing a cloud of opal bubbles.",
    "late-night-jazz": "A saxophone before a coral moon, its last note rising as threads of light.",
    "hall-tour": "Visitors looking up at organ pipes that rise and fall like a wave of color.",
    "open-rehearsal":
      "An open score on a stand, its notes flowing off the pages in opal colors, a school class before it.",
    "gift-card": "A polished opal, set in coral, with rings of light around it.",
    completed: "A ribbon of fine opal lines with a coral sphere on its crest.",
    "completed-mobile": "A ribbon of fine opal lines with a coral sphere on its crest.",
  }),
  ...of("kiwa", {
    "night-walk": "A moonlit path between dark ferns full of glowing eyes.",
    "kiwi-encounter": "A kiwi before the full moon, its long bill reaching to the ground among glow-worms.",
    "moonlit-fern-trail": "Young fern fronds uncurling over a path beneath a large moon.",
    "feeding-the-ruru": "A small brown owl with huge amber eyes on a branch before the moon.",
    "bat-night": "A bat with spread wings crossing the moon, rings of sound above it.",
    sleepover: "Two figures in a glowing tent in the forest, curious eyes all around.",
    "annual-pass": "A green eye with a narrow pupil, ringed by the twelve phases of the moon.",
    "night-to-give": "A parcel with its lid a little open, two green eyes looking out.",
    "night-keepers": "A ring of four keys before the full moon, with eyes shining in the ferns below.",
    completed: "The full moon above dark ferns, happy eyes and glow-worms among them.",
    "completed-mobile": "The full moon above dark ferns, happy eyes and glow-worms among them.",
  }),
];
