// Stores named values over time: those of a blackboard, or those that nodes keep.

/**
 * Name → the moments at which its value changed, in ascending order, and the value from each of them on; undefined
 * if there is none.
 *
 * @extends {Map<string, {moments: number[], values: any[]}>}
 */
export class Courses extends Map {
  /**
   * Adds the changes of a moment.
   *
   * @param {number} moment
   * @param {Record<string, any>} values the new values
   * @param {string[]} gone the names of removed values
   */
  change(moment, values, gone = []) {
    for (const [name, value] of Object.entries(values)) this.put(moment, name, value);
    for (const name of gone) this.put(moment, name, undefined);
  }

  /**
   * Adds one change; a change that is older than the last known one is ignored.
   *
   * @param {number} moment
   * @param {string} name
   * @param {any} value undefined if it was removed
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
   * Sets all values after a gap; other values are removed.
   *
   * @param {number} moment
   * @param {Record<string, any>} values
   */
  comeBack(moment, values) {
    const gone = [...this.keys()].filter((name) => !Object.hasOwn(values, name));
    this.change(moment, values, gone);
  }

  /**
   * Removes the changes at this moment and after it.
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
   * Removes the changes before this moment, except those that determine the values at the moment.
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
   * Returns the value at the moment; undefined if there is none.
   *
   * @param {string} name
   * @param {number} moment
   */
  at(name, moment) {
    const course = this.get(name);
    return course?.values[firstAbove(course.moments, moment) - 1];
  }

  /**
   * Returns true if the value changed at this moment.
   *
   * @param {string} name
   * @param {number} moment
   */
  hasChanged(name, moment) {
    const moments = this.get(name)?.moments ?? [];
    return moments[firstAbove(moments, moment) - 1] === moment;
  }
}

// Binary search.

/**
 * Returns the index of the first number above `limit` in an ascending list: [2, 5, 5, 9], 5 → 3
 *
 * @param {number[]} numbers
 * @param {number} limit
 */
export function firstAbove(numbers, limit) {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (numbers[middle] <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
