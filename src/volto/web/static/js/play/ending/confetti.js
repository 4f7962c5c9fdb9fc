// @ts-check
import { el } from "../../site/dom.js";

const COLOURS = ["#c79a3b", "#a3192e", "#f7f3ea", "#1f7f86", "#e8b94a"];
const SCRAPS = 70;

/** Coriandoli for the winner, in a layer of their own that goes when the last has fallen. @param {HTMLElement} place */
export async function throwConfetti(place) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const layer = el("div", { class: "confetti", "aria-hidden": "true" });
  place.append(layer);
  const falls = Array.from({ length: SCRAPS }, (_, i) => {
    const scrap = el("i", { class: "scrap" });
    scrap.style.left = `${Math.random() * 100}%`;
    scrap.style.background = COLOURS[i % COLOURS.length];
    layer.append(scrap);
    const drift = (Math.random() - 0.5) * 30;
    return scrap.animate(
      [
        { transform: "translateY(-6vh) rotate(0)", opacity: 1 },
        { transform: `translate(${drift}vw, 105vh) rotate(${600 + Math.random() * 700}deg)`, opacity: 0.9 },
      ],
      { duration: 2200 + Math.random() * 1800, delay: Math.random() * 900, easing: "cubic-bezier(.2,.4,.6,1)", fill: "both" },
    ).finished;
  });
  await Promise.allSettled(falls);
  layer.remove();
}
