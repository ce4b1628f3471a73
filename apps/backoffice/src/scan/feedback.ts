import type { Shown } from "@foyer/contract/office/gate/admission.ts";

/** The pitches in hertz and the vibration pattern of each answer. */
const tones: Readonly<Record<Shown, { readonly pitches: readonly number[]; readonly vibrates: readonly number[] }>> = {
  welcome: { pitches: [660, 990], vibrates: [80] },
  look: { pitches: [520, 520, 520], vibrates: [80, 60, 80] },
  no: { pitches: [180, 140], vibrates: [350] },
};
const toneSeconds = 0.13;

let audio: AudioContext | undefined;

/** Browsers allow sound only after the first touch. */
export const allowSound = (): void => {
  audio ??= new AudioContext();
  void audio.resume();
};

/**
 * Signals an answer by vibration and sound. The sound follows the display, since the first one takes a while to prepare.
 */
export const playAnswer = (shown: Shown): void => {
  navigator.vibrate?.([...tones[shown].vibrates]);
  requestAnimationFrame(() => setTimeout(() => void playTones(shown)));
};

/** Sound that is allowed starts within this time. Otherwise it would wait for a touch and come too late. */
const startsWithinMs = 100;

const playTones = async (shown: Shown): Promise<void> => {
  // In browsers that need no touch, nothing has set up the sound yet.
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
