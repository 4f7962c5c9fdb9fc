// @ts-check
/** Short sounds, made here and now; a mute that the browser remembers. */
import { keep, kept } from "../site/storage.js";

const MUTE = "volto.mute";
/** @type {AudioContext | null} */
let context = null;
let muted = kept(MUTE) === true;

/** A browser lets a page sound only after a press. */
function awake() {
  if (muted) return null;
  if (!context && navigator.userActivation?.hasBeenActive) context = new AudioContext();
  if (context?.state === "suspended") void context.resume();
  return context;
}

/** One soft note. @param {number} pitch @param {number} at @param {number} length @param {number} loud @param {OscillatorType} [shape] */
function note(pitch, at, length, loud, shape = "sine") {
  const sound = awake();
  if (!sound) return;
  const [tone, swell] = [sound.createOscillator(), sound.createGain()];
  const start = sound.currentTime + at;
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.985, start + length);
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(loud, start + 0.008);
  swell.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(swell).connect(sound.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** Wood on stone. @param {number} at @param {number} loud @param {number} colour */
function tap(at, loud, colour) {
  const sound = awake();
  if (!sound) return;
  const length = 0.05;
  const grain = sound.createBuffer(1, Math.ceil(sound.sampleRate * length), sound.sampleRate);
  const samples = grain.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 4;
  const [source, filter, swell] = [sound.createBufferSource(), sound.createBiquadFilter(), sound.createGain()];
  source.buffer = grain;
  filter.type = "lowpass";
  filter.frequency.value = colour;
  swell.gain.value = loud;
  source.connect(filter).connect(swell).connect(sound.destination);
  source.start(sound.currentTime + at);
  note(colour / 8, at, 0.09, loud * 0.5, "triangle");
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  pick: () => tap(0, 0.12, 2600),
  move: () => tap(0.16, 0.4, 1500),
  capture: () => {
    tap(0.14, 0.55, 900);
    [523, 659, 880].forEach((pitch, i) => note(pitch, 0.34 + i * 0.07, 0.4, 0.07));
  },
  turn: () => note(784, 0.25, 0.5, 0.05),
  win: () => [523, 659, 784, 1047].forEach((pitch, i) => note(pitch, 0.5 + i * 0.12, 0.9, 0.09)),
  lose: () => [523, 466, 392].forEach((pitch, i) => note(pitch, 0.5 + i * 0.2, 1, 0.07)),
  draw: () => [523, 587, 523].forEach((pitch, i) => note(pitch, 0.5 + i * 0.16, 0.7, 0.06)),
};

/** @param {"pick" | "move" | "capture" | "turn" | "win" | "lose" | "draw"} name */
export function play(name) {
  SOUNDS[name]();
}

/** @param {HTMLElement} toggle */
export function attachMute(toggle) {
  const show = () => toggle.setAttribute("aria-pressed", String(!muted));
  toggle.addEventListener("click", () => {
    muted = !muted;
    keep(MUTE, muted);
    show();
    if (!muted) play("pick");
  });
  show();
}
