import type { Shown } from "@foyer/contract/office/gate/admission.ts";

/** Tones in hertz and how the phone vibrates: each answer has its own. */
const tones: Readonly<Record<Shown, { readonly pitches: readonly number[]; readonly vibrates: readonly number[] }>> = {
  welcome: { pitches: [660, 990], vibrates: [80] },
  look: { pitches: [520, 520, 520], vibrates: [80, 60, 80] },
  no: { pitches: [180, 140], vibrates: [350] },
};
const toneSeconds = 0.13;

let audio: AudioContext | undefined;

/** Browsers allow sound after the first touch. */
export const allowSound = (): void => {
  audio ??= new AudioContext();
  void audio.resume();
};

/** Says an answer without words: sound follows when it is on the screen, since the first takes a while to prepare. */
export const playAnswer = (shown: Shown): void => {
  navigator.vibrate?.([...tones[shown].vibrates]);
  requestAnimationFrame(() => setTimeout(() => void playTones(shown)));
};

/** Sound that is allowed starts within this time; without a touch it would wait for one, and come too late. */
const startsWithinMs = 100;

const playTones = async (shown: Shown): Promise<void> => {
  // Where sound needs no touch first, nothing has allowed it yet.
  allowSound();
  if (audio?.state !== "running") await new Promise((resolve) => setTimeout(resolve, startsWithinMs));
  const { pitches } = tones[shown];
  if (!audio || audio.state !== "running") return;
  for (const [nth, pitch] of pitches.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + nth * toneSeconds;
    tone.frequency.value = pitch;
    tone.type = shown === "no" ? "sawtooth" : "sine";
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.linearRampToValueAtTime(0, start + toneSeconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + toneSeconds);
  }
};
