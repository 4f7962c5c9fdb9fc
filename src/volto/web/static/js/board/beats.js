// @ts-check
/**
 * The beats of what is being played on the mat: one after the other or together, and all of them can
 * be hurried or skipped. Under reduced motion nothing moves; only pauses to read remain.
 */
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TOO_FAST_TO_SEE = 6;

/** Thrown to whoever still plays when something else is to be seen. */
export class Cancelled extends Error {}

export class Beats {
  /** @type {Set<Animation>} */ #running = new Set();
  #skipped = document.hidden;
  #cancelled = false;
  #rate = 1;

  /** @param {HTMLElement} clock carries the pauses */
  constructor(clock) {
    this.clock = clock;
  }

  /** Whether motion is unwelcome, or too late. */
  get still() {
    return calm.matches || this.#skipped;
  }

  /**
   * Let an element move; its styles already say where it ends.
   * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options
   */
  async play(element, frames, options) {
    this.#go();
    if (!this.still) await this.#run(element.animate(frames, options));
  }

  /** A pause; `read` is its length for those who see no motion. @param {number} length @param {number} [read] */
  async wait(length, read = 0) {
    this.#go();
    const time = calm.matches ? read : length;
    if (!this.#skipped && time) await this.#run(this.clock.animate([], time));
  }

  /** @param {Animation} animation */
  async #run(animation) {
    animation.updatePlaybackRate(this.#rate);
    this.#running.add(animation);
    await animation.finished.catch(() => {});
    this.#running.delete(animation);
    this.#go();
  }

  #go() {
    if (this.#cancelled) throw new Cancelled();
  }

  /** @param {number} behind how many happenings wait for this one to be told */
  hurry(behind) {
    if (behind >= TOO_FAST_TO_SEE) return this.skip();
    this.#rate = Math.max(1, behind);
    for (const animation of this.#running) animation.updatePlaybackRate(this.#rate);
  }

  /** Come to the end at once. */
  skip() {
    this.#skipped = true;
    for (const animation of this.#running) animation.finish();
  }

  /** End here: what is being performed no longer touches the mat. */
  cancel() {
    this.#cancelled = true;
    this.skip();
  }
}
