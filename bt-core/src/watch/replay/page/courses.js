// Values over time, by their names: those of a blackboard, or those that nodes keep.

import { firstAbove } from "./find.js";

/**
 * Name → the moments in which its value changed, and its values from then on; undefined where there is none.
 *
 * @extends {Map<string, {moments: number[], values: any[]}>}
 */
export class Courses extends Map {
  /**
   * @param {number} moment
   * @param {Record<string, any>} values
   * @param {string[]} gone
   */
  change(moment, values, gone = []) {
    for (const [name, value] of Object.entries(values)) this.put(moment, name, value);
    for (const name of gone) this.put(moment, name, undefined);
  }

  /**
   * @param {number} moment
   * @param {string} name
   * @param {any} value
   */
  put(moment, name, value) {
    const known = this.get(name) ?? { moments: [], values: [] };
    this.set(name, known);
    const last = known.moments.length - 1;
    if (known.moments[last] > moment) return;
    const place = known.moments[last] === moment ? last : last + 1;
    known.moments[place] = moment;
    known.values[place] = value;
  }

  /**
   * After a gap these values are true, and no others.
   *
   * @param {number} moment
   * @param {Record<string, any>} values
   */
  comeBack(moment, values) {
    const gone = [...this.keys()].filter((name) => !Object.hasOwn(values, name));
    this.change(moment, values, gone);
  }

  /**
   * Takes back what is known of the moment and those behind it.
   *
   * @param {number} moment
   */
  takeBack(moment) {
    for (const { moments, values } of this.values()) {
      const length = firstAbove(moments, moment - 1);
      moments.length = length;
      values.length = length;
    }
  }

  /**
   * Forgets what was before this moment, but for what is true then.
   *
   * @param {number} moment
   */
  forgetBefore(moment) {
    for (const { moments, values } of this.values()) {
      const past = Math.max(0, firstAbove(moments, moment) - 1);
      moments.splice(0, past);
      values.splice(0, past);
    }
  }

  /**
   * The value at the moment; undefined where there is none.
   *
   * @param {string} name
   * @param {number} moment
   */
  at(name, moment) {
    const course = this.get(name);
    return course?.values[firstAbove(course.moments, moment) - 1];
  }

  /**
   * @param {string} name
   * @param {number} moment
   */
  hasChanged(name, moment) {
    const moments = this.get(name)?.moments ?? [];
    return moments[firstAbove(moments, moment) - 1] === moment;
  }
}
