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

/** Low bows on strings. @param {number} pitch @param {number} at @param {number} length @param {number} loud */
function strings(pitch, at, length, loud) {
  const sound = awake();
  if (!sound) return;
  const [filter, swell] = [sound.createBiquadFilter(), sound.createGain()];
  const start = sound.currentTime + at;
  filter.type = "lowpass";
  filter.frequency.value = 520;
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(loud, start + length * 0.3);
  swell.gain.linearRampToValueAtTime(0.0001, start + length);
  filter.connect(swell).connect(sound.destination);
  for (const detune of [-7, 6]) {
    const bow = sound.createOscillator();
    bow.type = "sawtooth";
    bow.frequency.value = pitch;
    bow.detune.value = detune;
    bow.connect(filter);
    bow.start(start);
    bow.stop(start + length);
  }
}

/** A small bell. @param {number} pitch @param {number} at @param {number} loud */
function bell(pitch, at, loud) {
  for (const [partial, share, length] of [[1, 1, 1.3], [2.76, 0.35, 0.7], [5.4, 0.15, 0.35]]) note(pitch * partial, at, length, loud * share);
}

const SOUNDS = {
  pick: () => tap(0, 0.12, 2600),
  move: () => tap(0.16, 0.4, 1500),
  arrive: () => tap(0, 0.55, 900),
  unmask: () => bell(932, 0.2, 0.05),
  taken: () => [392, 587].forEach((pitch, i) => note(pitch, i * 0.09, 0.5, 0.08, "triangle")),
  lost: () => [110, 87.3].forEach((pitch, i) => strings(pitch, i * 0.22, 0.9, 0.09)),
  lady: () => [440, 466].forEach((pitch, i) => note(pitch, i * 0.16, 0.9, 0.06)),
  trap: () => [523, 659].forEach((pitch, i) => note(pitch, i * 0.14, 1, 0.08)),
  candidate: () => strings(65.4, 0, 1.6, 0.1),
  palace: () => [587, 880].forEach((pitch, i) => bell(pitch, i * 0.12, 0.05)),
  turn: () => note(784, 0.1, 0.5, 0.05),
  win: () => [523, 659, 784, 1047].forEach((pitch, i) => note(pitch, 0.1 + i * 0.12, 0.9, 0.09)),
  lose: () => [147, 131, 110].forEach((pitch, i) => strings(pitch, 0.1 + i * 0.35, 1.1, 0.08)),
  draw: () => [523, 587, 523].forEach((pitch, i) => note(pitch, 0.1 + i * 0.16, 0.7, 0.06)),
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** @param {Sound} name */
export function play(name) {
  SOUNDS[name]();
}

/**
 * What a beat sounds like to somebody; null: silence.
 * @param {{beat: string, turn: import("../wire/messages.js").Turn | null, snapshot: import("../wire/messages.js").Snapshot}} told
 * @param {import("../wire/messages.js").Family | null} own the family that listens; null: neither
 * @returns {Sound | null}
 */
export function soundOf({ beat, turn, snapshot }, own) {
  const winner = snapshot.end?.winner;
  switch (beat) {
    case "move":
    case "arrive":
    case "palace":
      return beat;
    case "turn":
      return turn?.captured === "C" ? null : "unmask";
    case "name":
      if (turn?.captured === "C") return "candidate";
      if (turn?.captured === "L" && turn.family !== own) return "trap";
      if (turn?.captured === "L") return "lady";
      return turn && own && turn.family !== own ? "lost" : "taken";
    case "end":
      return !winner ? "draw" : winner === (own ?? winner) ? "win" : "lose";
    default:
      return null;
  }
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
