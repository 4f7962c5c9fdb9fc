// @ts-check
import { el } from "../../site/dom.js";

/** Coriandoli for the winner. @param {HTMLElement} place */
export function throwConfetti(place) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const colours = ["#c79a3b", "#a3192e", "#f7f3ea", "#1f7f86", "#e8b94a"];
  for (let i = 0; i < 70; i++) {
    const scrap = el("i", { class: "scrap" });
    scrap.style.left = `${Math.random() * 100}%`;
    scrap.style.background = colours[i % colours.length];
    place.append(scrap);
    const drift = (Math.random() - 0.5) * 30;
    scrap.animate(
      [
        { transform: "translateY(-6vh) rotate(0)", opacity: 1 },
        { transform: `translate(${drift}vw, 105vh) rotate(${600 + Math.random() * 700}deg)`, opacity: 0.9 },
      ],
      { duration: 2200 + Math.random() * 1800, delay: 500 + Math.random() * 900, easing: "cubic-bezier(.2,.4,.6,1)", fill: "backwards" },
    ).onfinish = () => scrap.remove();
  }
}
